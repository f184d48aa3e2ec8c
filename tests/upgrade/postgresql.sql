
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.accounts (
    platform text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    player integer NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    handle text COLLATE pg_catalog."C",
    shown_name text COLLATE pg_catalog."C",
    is_first boolean DEFAULT true NOT NULL
);
CREATE TABLE public.alarms (
    id integer NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    due text NOT NULL COLLATE pg_catalog."C",
    claimed_until text COLLATE pg_catalog."C",
    claimed_by integer
);
CREATE SEQUENCE public.alarms_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.alarms_id_seq OWNED BY public.alarms.id;
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.analyses (
    key text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    depth integer NOT NULL,
    text text COLLATE pg_catalog."C",
    review text NOT NULL COLLATE pg_catalog."C",
    made text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT ck_analyses_depth CHECK ((depth = ANY (ARRAY[0, 1, 2]))),
    CONSTRAINT ck_analyses_number CHECK ((number >= 1)),
    CONSTRAINT ck_analyses_text CHECK (((depth > 0) OR (text IS NULL)))
);
CREATE TABLE public.applied (
    key text NOT NULL COLLATE pg_catalog."C",
    at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.bans (
    player integer NOT NULL,
    since text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.blocks (
    player integer NOT NULL,
    blocked integer NOT NULL,
    since text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT ck_blocks_two_players CHECK ((player <> blocked))
);
CREATE TABLE public.challenges (
    id text NOT NULL COLLATE pg_catalog."C",
    challenger integer NOT NULL,
    opponent integer,
    handle text COLLATE pg_catalog."C",
    ruleset text NOT NULL COLLATE pg_catalog."C",
    length text NOT NULL COLLATE pg_catalog."C",
    cube boolean NOT NULL,
    extended boolean NOT NULL,
    hints boolean DEFAULT false NOT NULL,
    level text COLLATE pg_catalog."C",
    starter text COLLATE pg_catalog."C",
    chat integer NOT NULL,
    rematch_of text COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    version integer NOT NULL,
    game text COLLATE pg_catalog."C",
    made text NOT NULL COLLATE pg_catalog."C",
    invitation integer DEFAULT 1 NOT NULL,
    taker integer,
    taker_chat integer,
    closed text COLLATE pg_catalog."C",
    time_control text COLLATE pg_catalog."C",
    CONSTRAINT ck_challenges_game CHECK (((state = 'accepted'::text) = (game IS NOT NULL))),
    CONSTRAINT ck_challenges_one_opponent CHECK (((opponent IS NULL) OR (handle IS NULL))),
    CONSTRAINT ck_challenges_starter CHECK ((starter = ANY (ARRAY['challenger'::text, 'opponent'::text]))),
    CONSTRAINT ck_challenges_state CHECK ((state = ANY (ARRAY['open'::text, 'taken'::text, 'accepted'::text, 'declined'::text, 'cancelled'::text, 'expired'::text]))),
    CONSTRAINT ck_challenges_taker CHECK (((state <> 'taken'::text) OR ((taker IS NOT NULL) AND (taker_chat IS NOT NULL)))),
    CONSTRAINT ck_challenges_two_players CHECK ((challenger <> opponent))
);
CREATE TABLE public.chat_members (
    chat integer NOT NULL,
    player integer NOT NULL
);
CREATE TABLE public.chats (
    id integer NOT NULL,
    platform text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    owner integer,
    language text NOT NULL COLLATE pg_catalog."C",
    language_chosen boolean DEFAULT false NOT NULL,
    theme text NOT NULL COLLATE pg_catalog."C",
    side text NOT NULL COLLATE pg_catalog."C",
    gone boolean NOT NULL,
    not_before text COLLATE pg_catalog."C",
    boards text DEFAULT 'stay'::text NOT NULL COLLATE pg_catalog."C",
    threads boolean DEFAULT false NOT NULL,
    zone text COLLATE pg_catalog."C",
    claimed_until text COLLATE pg_catalog."C",
    last_claim text COLLATE pg_catalog."C",
    turn integer DEFAULT 0 NOT NULL,
    claimed_by integer,
    daily boolean DEFAULT false NOT NULL,
    CONSTRAINT ck_chats_boards CHECK ((boards = ANY (ARRAY['stay'::text, 'shrink'::text, 'delete'::text]))),
    CONSTRAINT ck_chats_kind CHECK ((kind = ANY (ARRAY['private'::text, 'shared'::text]))),
    CONSTRAINT ck_chats_side CHECK ((side = ANY (ARRAY['w'::text, 'b'::text])))
);
CREATE SEQUENCE public.chats_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.chats_id_seq OWNED BY public.chats.id;
CREATE TABLE public.daily_positions (
    id integer NOT NULL,
    chat integer NOT NULL,
    due text NOT NULL COLLATE pg_catalog."C",
    unanswered integer DEFAULT 0 NOT NULL,
    claimed_until text COLLATE pg_catalog."C",
    claimed_by integer
);
CREATE SEQUENCE public.daily_positions_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.daily_positions_id_seq OWNED BY public.daily_positions.id;
CREATE TABLE public.events (
    game text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    version integer NOT NULL,
    side text COLLATE pg_catalog."C",
    event text NOT NULL COLLATE pg_catalog."C",
    at text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT ck_events_side CHECK ((side = ANY (ARRAY['w'::text, 'b'::text])))
);
CREATE TABLE public.failed_attempts (
    id integer NOT NULL,
    player integer NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    at text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.failed_attempts_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.failed_attempts_id_seq OWNED BY public.failed_attempts.id;
CREATE TABLE public.games (
    id text NOT NULL COLLATE pg_catalog."C",
    match text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    ruleset text NOT NULL COLLATE pg_catalog."C",
    white integer NOT NULL,
    black integer NOT NULL,
    white_chat integer,
    black_chat integer,
    version integer NOT NULL,
    turns integer NOT NULL,
    to_act integer,
    "position" text NOT NULL COLLATE pg_catalog."C",
    roll text COLLATE pg_catalog."C",
    cube text COLLATE pg_catalog."C",
    choice text COLLATE pg_catalog."C",
    draft text NOT NULL COLLATE pg_catalog."C",
    draft_chat integer,
    offer text COLLATE pg_catalog."C",
    offer_by integer,
    outcome text COLLATE pg_catalog."C",
    started text NOT NULL COLLATE pg_catalog."C",
    changed text NOT NULL COLLATE pg_catalog."C",
    awaits_review boolean DEFAULT false NOT NULL,
    claimed_until text COLLATE pg_catalog."C",
    white_left integer,
    black_left integer,
    due text COLLATE pg_catalog."C",
    due_told boolean DEFAULT false NOT NULL,
    remind_at text COLLATE pg_catalog."C",
    paused text COLLATE pg_catalog."C",
    is_shared boolean DEFAULT false NOT NULL,
    share_number integer DEFAULT 0 NOT NULL,
    claimed_by integer,
    first_rolls text COLLATE pg_catalog."C",
    CONSTRAINT ck_games_due CHECK (((due IS NULL) OR (white_left IS NOT NULL))),
    CONSTRAINT ck_games_left CHECK (((white_left IS NULL) = (black_left IS NULL))),
    CONSTRAINT ck_games_numbers CHECK (((version >= 1) AND (turns >= 0))),
    CONSTRAINT ck_games_offer CHECK (((offer IS NULL) = (offer_by IS NULL))),
    CONSTRAINT ck_games_to_act CHECK (((outcome IS NULL) = (to_act IS NOT NULL))),
    CONSTRAINT ck_games_two_players CHECK ((white <> black))
);
CREATE TABLE public.given_ids (
    id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.heartbeats (
    name text NOT NULL COLLATE pg_catalog."C",
    at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.holidays (
    id integer NOT NULL,
    player integer NOT NULL,
    starts text NOT NULL COLLATE pg_catalog."C",
    ends text NOT NULL COLLATE pg_catalog."C",
    announced text NOT NULL COLLATE pg_catalog."C",
    zone text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT ck_holidays_order CHECK ((starts < ends))
);
CREATE SEQUENCE public.holidays_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.holidays_id_seq OWNED BY public.holidays.id;
CREATE TABLE public.key_values (
    namespace text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    text text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.link_changes (
    link text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    table_name text NOT NULL COLLATE pg_catalog."C",
    row_key text NOT NULL COLLATE pg_catalog."C",
    column_name text COLLATE pg_catalog."C",
    before text NOT NULL COLLATE pg_catalog."C",
    after text COLLATE pg_catalog."C"
);
CREATE TABLE public.link_codes (
    hash text NOT NULL COLLATE pg_catalog."C",
    player integer NOT NULL,
    chat integer NOT NULL,
    made text NOT NULL COLLATE pg_catalog."C",
    is_used boolean DEFAULT false NOT NULL
);
CREATE TABLE public.links (
    id text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    version integer NOT NULL,
    asker integer NOT NULL,
    asker_chat integer NOT NULL,
    typist integer NOT NULL,
    typist_chat integer NOT NULL,
    made text NOT NULL COLLATE pg_catalog."C",
    older integer,
    linked text COLLATE pg_catalog."C",
    CONSTRAINT ck_links_linked CHECK (((older IS NULL) = (linked IS NULL))),
    CONSTRAINT ck_links_older CHECK (((state = ANY (ARRAY['linked'::text, 'undone'::text])) = (older IS NOT NULL))),
    CONSTRAINT ck_links_state CHECK ((state = ANY (ARRAY['typed'::text, 'confirmed'::text, 'linked'::text, 'refused'::text, 'undone'::text]))),
    CONSTRAINT ck_links_two_players CHECK ((asker <> typist))
);
CREATE TABLE public.log_entries (
    number integer NOT NULL,
    namespace text NOT NULL COLLATE pg_catalog."C",
    text text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.log_entries_number_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.log_entries_number_seq OWNED BY public.log_entries.number;
CREATE TABLE public.matches (
    id text NOT NULL COLLATE pg_catalog."C",
    ruleset text NOT NULL COLLATE pg_catalog."C",
    length text NOT NULL COLLATE pg_catalog."C",
    cube boolean NOT NULL,
    extended boolean NOT NULL,
    hints boolean DEFAULT false NOT NULL,
    level text COLLATE pg_catalog."C",
    first integer NOT NULL,
    second integer NOT NULL,
    starter integer,
    time_control text COLLATE pg_catalog."C",
    started text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT ck_matches_starter CHECK (((starter = first) OR (starter = second))),
    CONSTRAINT ck_matches_two_players CHECK ((first <> second))
);
CREATE TABLE public.notifications (
    player integer NOT NULL,
    cause text NOT NULL COLLATE pg_catalog."C",
    post integer NOT NULL,
    revision integer NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    at text COLLATE pg_catalog."C",
    CONSTRAINT ck_notifications_state CHECK ((state = ANY (ARRAY['undelivered'::text, 'sending'::text, 'sent'::text])))
);
CREATE TABLE public.own_puzzles (
    player integer NOT NULL,
    asked integer NOT NULL
);
CREATE TABLE public.players (
    id integer NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    computer_player text COLLATE pg_catalog."C",
    language text COLLATE pg_catalog."C",
    client_language text COLLATE pg_catalog."C",
    theme text COLLATE pg_catalog."C",
    side text COLLATE pg_catalog."C",
    auto_roll boolean NOT NULL,
    auto_forced boolean NOT NULL,
    auto_confirm boolean NOT NULL,
    auto_race boolean DEFAULT false NOT NULL,
    numbers text DEFAULT 'board'::text NOT NULL COLLATE pg_catalog."C",
    since text NOT NULL COLLATE pg_catalog."C",
    zone text COLLATE pg_catalog."C",
    quiet text COLLATE pg_catalog."C",
    reminders text DEFAULT 'once'::text NOT NULL COLLATE pg_catalog."C",
    digest text COLLATE pg_catalog."C",
    own_name text COLLATE pg_catalog."C",
    merged_into integer,
    forgotten boolean DEFAULT false NOT NULL,
    last_platform text COLLATE pg_catalog."C",
    CONSTRAINT ck_players_name CHECK (((length(name) >= 1) AND (length(name) <= 64))),
    CONSTRAINT ck_players_numbers CHECK ((numbers = ANY (ARRAY['board'::text, 'own-side'::text]))),
    CONSTRAINT ck_players_reminders CHECK ((reminders = ANY (ARRAY['off'::text, 'once'::text, 'daily'::text]))),
    CONSTRAINT ck_players_side CHECK ((side = ANY (ARRAY['w'::text, 'b'::text, 'own'::text])))
);
CREATE SEQUENCE public.players_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.players_id_seq OWNED BY public.players.id;
CREATE TABLE public.posts (
    id integer NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    subject_id text NOT NULL COLLATE pg_catalog."C",
    chat integer NOT NULL,
    wanted_revision integer NOT NULL,
    shown_revision integer NOT NULL,
    told_revision integer NOT NULL,
    fresh_revision integer NOT NULL,
    message text COLLATE pg_catalog."C",
    sent_revision integer NOT NULL,
    number integer NOT NULL,
    tried_revision integer NOT NULL,
    tried_at text COLLATE pg_catalog."C",
    not_before text COLLATE pg_catalog."C",
    turn integer DEFAULT 0 NOT NULL,
    repainted boolean DEFAULT false NOT NULL,
    instead_of text COLLATE pg_catalog."C",
    requested_at text COLLATE pg_catalog."C",
    repaints integer DEFAULT 0 NOT NULL,
    CONSTRAINT ck_posts_revisions CHECK (((shown_revision <= wanted_revision) AND (told_revision <= shown_revision))),
    CONSTRAINT ck_posts_subject CHECK ((subject = ANY (ARRAY['game'::text, 'challenge'::text, 'reminder'::text, 'digest'::text, 'holiday'::text, 'announcement'::text, 'link'::text, 'puzzle'::text, 'solution'::text])))
);
CREATE SEQUENCE public.posts_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.posts_id_seq OWNED BY public.posts.id;
CREATE TABLE public.processes (
    id integer NOT NULL,
    started text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.processes_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.processes_id_seq OWNED BY public.processes.id;
CREATE TABLE public.puzzle_answers (
    puzzle integer NOT NULL,
    player integer NOT NULL,
    choice integer NOT NULL,
    at text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT ck_puzzle_answers_choice CHECK (((choice >= 0) AND (choice <= 3)))
);
CREATE TABLE public.puzzles (
    id integer NOT NULL,
    chat integer NOT NULL,
    day text NOT NULL COLLATE pg_catalog."C",
    text text NOT NULL COLLATE pg_catalog."C",
    best integer NOT NULL,
    game text COLLATE pg_catalog."C",
    turn integer,
    state text NOT NULL COLLATE pg_catalog."C",
    asked text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT ck_puzzles_game CHECK (((game IS NULL) = (turn IS NULL))),
    CONSTRAINT ck_puzzles_state CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'last'::text])))
);
CREATE SEQUENCE public.puzzles_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.puzzles_id_seq OWNED BY public.puzzles.id;
CREATE TABLE public.questions (
    id text NOT NULL COLLATE pg_catalog."C",
    player integer NOT NULL,
    lines text NOT NULL COLLATE pg_catalog."C",
    expires text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.retired (
    chat integer NOT NULL,
    message text NOT NULL COLLATE pg_catalog."C",
    not_before text COLLATE pg_catalog."C",
    policy text DEFAULT 'stay'::text NOT NULL COLLATE pg_catalog."C",
    game text COLLATE pg_catalog."C",
    revision integer
);
CREATE TABLE public.telegram_updates (
    id bigint NOT NULL,
    chat bigint NOT NULL,
    process integer NOT NULL,
    text text NOT NULL COLLATE pg_catalog."C",
    handled_at text COLLATE pg_catalog."C"
);
CREATE TABLE public.unreadable_entries (
    id integer NOT NULL,
    namespace text NOT NULL COLLATE pg_catalog."C",
    text text NOT NULL COLLATE pg_catalog."C",
    at text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.unreadable_entries_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.unreadable_entries_id_seq OWNED BY public.unreadable_entries.id;
ALTER TABLE ONLY public.alarms ALTER COLUMN id SET DEFAULT nextval('public.alarms_id_seq'::regclass);
ALTER TABLE ONLY public.chats ALTER COLUMN id SET DEFAULT nextval('public.chats_id_seq'::regclass);
ALTER TABLE ONLY public.daily_positions ALTER COLUMN id SET DEFAULT nextval('public.daily_positions_id_seq'::regclass);
ALTER TABLE ONLY public.failed_attempts ALTER COLUMN id SET DEFAULT nextval('public.failed_attempts_id_seq'::regclass);
ALTER TABLE ONLY public.holidays ALTER COLUMN id SET DEFAULT nextval('public.holidays_id_seq'::regclass);
ALTER TABLE ONLY public.log_entries ALTER COLUMN number SET DEFAULT nextval('public.log_entries_number_seq'::regclass);
ALTER TABLE ONLY public.players ALTER COLUMN id SET DEFAULT nextval('public.players_id_seq'::regclass);
ALTER TABLE ONLY public.posts ALTER COLUMN id SET DEFAULT nextval('public.posts_id_seq'::regclass);
ALTER TABLE ONLY public.processes ALTER COLUMN id SET DEFAULT nextval('public.processes_id_seq'::regclass);
ALTER TABLE ONLY public.puzzles ALTER COLUMN id SET DEFAULT nextval('public.puzzles_id_seq'::regclass);
ALTER TABLE ONLY public.unreadable_entries ALTER COLUMN id SET DEFAULT nextval('public.unreadable_entries_id_seq'::regclass);
INSERT INTO public.accounts VALUES
	('web', 'boris', 2, 'boris', NULL, 'Boris', true),
	('web', 'carl', 3, 'carl', NULL, 'Carl', true),
	('web', 'anna', 1, 'anna', NULL, 'Anna', true),
	('discord', '9', 5, 'fay', 'fay', 'Fay', true),
	('discord', '8', 7, 'dora', 'dora', 'Dora', true),
	('telegram', '7', 1, 'anya', 'anya', 'Anya', false);
INSERT INTO public.alarms VALUES
	(20, 'challenge-expiry', 't9f', '2026-12-04T20:20:00.000000Z', NULL, NULL),
	(21, 'challenge-expiry', 'b6a', '2026-12-04T20:20:00.000000Z', NULL, NULL),
	(22, 'challenge-expiry', 'p8a', '2026-12-04T20:20:00.000000Z', NULL, NULL),
	(23, 'challenge-expiry', 'v8p', '2026-12-04T20:20:00.000000Z', NULL, NULL),
	(27, 'digest', '1', '2026-11-21T08:00:00.000000Z', NULL, NULL);
INSERT INTO public.alembic_version VALUES
	('0027');
INSERT INTO public.applied VALUES
	('event 1', '2026-11-20T18:00:00.000000Z'),
	('event 2', '2026-11-20T18:00:00.000000Z'),
	('play 0', '2026-11-20T18:00:00.000000Z'),
	('play 1', '2026-11-20T18:00:00.000000Z'),
	('play 2', '2026-11-20T18:00:00.000000Z'),
	('play 3', '2026-11-20T18:00:00.000000Z'),
	('play 4', '2026-11-20T18:00:00.000000Z'),
	('play 5', '2026-11-20T18:00:00.000000Z'),
	('play 6', '2026-11-20T18:00:00.000000Z'),
	('play 7', '2026-11-20T18:00:00.000000Z'),
	('play 8', '2026-11-20T18:00:00.000000Z'),
	('play 9', '2026-11-20T18:00:00.000000Z'),
	('play 10', '2026-11-20T18:00:00.000000Z'),
	('play 11', '2026-11-20T18:00:00.000000Z'),
	('play 12', '2026-11-20T18:00:00.000000Z'),
	('play 13', '2026-11-20T18:00:00.000000Z'),
	('play 14', '2026-11-20T18:00:00.000000Z'),
	('play 15', '2026-11-20T18:00:00.000000Z'),
	('event 3', '2026-11-20T18:00:00.000000Z'),
	('event 4', '2026-11-20T18:00:00.000000Z'),
	('play 16', '2026-11-20T18:00:00.000000Z'),
	('play 17', '2026-11-20T18:00:00.000000Z'),
	('play 18', '2026-11-20T18:00:00.000000Z'),
	('event 5', '2026-11-20T18:10:00.000000Z'),
	('event 6', '2026-11-20T18:10:00.000000Z'),
	('play 19', '2026-11-20T18:10:00.000000Z'),
	('play 20', '2026-11-20T18:10:00.000000Z'),
	('play 21', '2026-11-20T18:10:00.000000Z'),
	('play 22', '2026-11-20T18:10:00.000000Z'),
	('play 23', '2026-11-20T18:10:00.000000Z'),
	('play 24', '2026-11-20T18:10:00.000000Z'),
	('play 25', '2026-11-20T18:10:00.000000Z'),
	('play 26', '2026-11-20T18:10:00.000000Z'),
	('play 27', '2026-11-20T18:10:00.000000Z'),
	('play 28', '2026-11-20T18:10:00.000000Z'),
	('play 29', '2026-11-20T18:10:00.000000Z'),
	('play 30', '2026-11-20T18:10:00.000000Z'),
	('play 31', '2026-11-20T18:10:00.000000Z'),
	('event 7', '2026-11-20T18:10:00.000000Z'),
	('event 8', '2026-11-20T18:10:00.000000Z'),
	('play 32', '2026-11-20T18:10:00.000000Z'),
	('play 33', '2026-11-20T18:10:00.000000Z'),
	('play 34', '2026-11-20T18:10:00.000000Z'),
	('play 35', '2026-11-20T18:10:00.000000Z'),
	('play 36', '2026-11-20T18:10:00.000000Z'),
	('play 37', '2026-11-20T18:10:00.000000Z'),
	('play 38', '2026-11-20T18:10:00.000000Z'),
	('play 39', '2026-11-20T18:10:00.000000Z'),
	('play 40', '2026-11-20T18:10:00.000000Z'),
	('event 9', '2026-11-20T18:20:00.000000Z');
INSERT INTO public.applied VALUES
	('event 10', '2026-11-20T18:20:00.000000Z'),
	('play 41', '2026-11-20T18:20:00.000000Z'),
	('play 42', '2026-11-20T18:20:00.000000Z'),
	('play 43', '2026-11-20T18:20:00.000000Z'),
	('play 44', '2026-11-20T18:20:00.000000Z'),
	('play 45', '2026-11-20T18:20:00.000000Z'),
	('play 46', '2026-11-20T18:20:00.000000Z'),
	('play 47', '2026-11-20T18:20:00.000000Z'),
	('play 48', '2026-11-20T18:20:00.000000Z'),
	('play 49', '2026-11-20T18:20:00.000000Z'),
	('play 50', '2026-11-20T18:20:00.000000Z'),
	('play 51', '2026-11-20T18:20:00.000000Z'),
	('play 52', '2026-11-20T18:20:00.000000Z'),
	('play 53', '2026-11-20T18:20:00.000000Z'),
	('play 54', '2026-11-20T18:20:00.000000Z'),
	('play 55', '2026-11-20T18:20:00.000000Z'),
	('play 56', '2026-11-20T18:20:00.000000Z'),
	('play 57', '2026-11-20T18:20:00.000000Z'),
	('play 58', '2026-11-20T18:20:00.000000Z'),
	('play 59', '2026-11-20T18:20:00.000000Z'),
	('play 60', '2026-11-20T18:20:00.000000Z'),
	('play 61', '2026-11-20T18:20:00.000000Z'),
	('play 62', '2026-11-20T18:20:00.000000Z'),
	('play 63', '2026-11-20T18:20:00.000000Z'),
	('play 64', '2026-11-20T18:20:00.000000Z'),
	('play 65', '2026-11-20T18:20:00.000000Z'),
	('play 66', '2026-11-20T18:20:00.000000Z'),
	('play 67', '2026-11-20T18:20:00.000000Z'),
	('play 68', '2026-11-20T18:20:00.000000Z'),
	('event 11', '2026-11-20T18:20:00.000000Z'),
	('event 12', '2026-11-20T18:20:00.000000Z'),
	('play 69', '2026-11-20T18:20:00.000000Z'),
	('play 70', '2026-11-20T18:20:00.000000Z'),
	('play 71', '2026-11-20T18:20:00.000000Z'),
	('play 72', '2026-11-20T18:20:00.000000Z'),
	('play 73', '2026-11-20T18:20:00.000000Z'),
	('play 74', '2026-11-20T18:20:00.000000Z'),
	('play 75', '2026-11-20T18:20:00.000000Z'),
	('play 76', '2026-11-20T18:20:00.000000Z'),
	('play 77', '2026-11-20T18:20:00.000000Z'),
	('play 78', '2026-11-20T18:20:00.000000Z'),
	('play 79', '2026-11-20T18:20:00.000000Z'),
	('play 80', '2026-11-20T18:20:00.000000Z'),
	('play 81', '2026-11-20T18:20:00.000000Z'),
	('play 82', '2026-11-20T18:20:00.000000Z'),
	('event 13', '2026-11-20T18:30:00.000000Z'),
	('event 14', '2026-11-20T18:30:00.000000Z'),
	('play 83', '2026-11-20T18:30:00.000000Z'),
	('play 84', '2026-11-20T18:30:00.000000Z'),
	('play 85', '2026-11-20T18:30:00.000000Z');
INSERT INTO public.applied VALUES
	('play 86', '2026-11-20T18:30:00.000000Z'),
	('play 87', '2026-11-20T18:30:00.000000Z'),
	('play 88', '2026-11-20T18:30:00.000000Z'),
	('play 89', '2026-11-20T18:30:00.000000Z'),
	('play 90', '2026-11-20T18:30:00.000000Z'),
	('play 91', '2026-11-20T18:30:00.000000Z'),
	('play 92', '2026-11-20T18:30:00.000000Z'),
	('play 93', '2026-11-20T18:30:00.000000Z'),
	('play 94', '2026-11-20T18:30:00.000000Z'),
	('play 95', '2026-11-20T18:30:00.000000Z'),
	('play 96', '2026-11-20T18:30:00.000000Z'),
	('play 97', '2026-11-20T18:30:00.000000Z'),
	('play 98', '2026-11-20T18:30:00.000000Z'),
	('play 99', '2026-11-20T18:30:00.000000Z'),
	('play 100', '2026-11-20T18:30:00.000000Z'),
	('play 101', '2026-11-20T18:30:00.000000Z'),
	('event 15', '2026-11-20T18:30:00.000000Z'),
	('event 16', '2026-11-20T18:30:00.000000Z'),
	('play 102', '2026-11-20T18:30:00.000000Z'),
	('play 103', '2026-11-20T18:30:00.000000Z'),
	('play 104', '2026-11-20T18:30:00.000000Z'),
	('play 105', '2026-11-20T18:30:00.000000Z'),
	('play 106', '2026-11-20T18:30:00.000000Z'),
	('play 107', '2026-11-20T18:30:00.000000Z'),
	('play 108', '2026-11-20T18:30:00.000000Z'),
	('play 109', '2026-11-20T18:30:00.000000Z'),
	('play 110', '2026-11-20T18:30:00.000000Z'),
	('play 111', '2026-11-20T18:30:00.000000Z'),
	('play 112', '2026-11-20T18:30:00.000000Z'),
	('play 113', '2026-11-20T18:30:00.000000Z'),
	('play 114', '2026-11-20T18:30:00.000000Z'),
	('play 115', '2026-11-20T18:30:00.000000Z'),
	('play 116', '2026-11-20T18:30:00.000000Z'),
	('play 117', '2026-11-20T18:30:00.000000Z'),
	('play 118', '2026-11-20T18:30:00.000000Z'),
	('event 17', '2026-11-20T18:40:00.000000Z'),
	('event 18', '2026-11-20T18:40:00.000000Z'),
	('play 119', '2026-11-20T18:40:00.000000Z'),
	('play 120', '2026-11-20T18:40:00.000000Z'),
	('play 121', '2026-11-20T18:40:00.000000Z'),
	('play 122', '2026-11-20T18:40:00.000000Z'),
	('play 123', '2026-11-20T18:40:00.000000Z'),
	('play 124', '2026-11-20T18:40:00.000000Z'),
	('play 125', '2026-11-20T18:40:00.000000Z'),
	('play 126', '2026-11-20T18:40:00.000000Z'),
	('play 127', '2026-11-20T18:40:00.000000Z'),
	('play 128', '2026-11-20T18:40:00.000000Z'),
	('play 129', '2026-11-20T18:40:00.000000Z'),
	('play 130', '2026-11-20T18:40:00.000000Z'),
	('play 131', '2026-11-20T18:40:00.000000Z');
INSERT INTO public.applied VALUES
	('play 132', '2026-11-20T18:40:00.000000Z'),
	('play 133', '2026-11-20T18:40:00.000000Z'),
	('play 134', '2026-11-20T18:40:00.000000Z'),
	('play 135', '2026-11-20T18:40:00.000000Z'),
	('event 19', '2026-11-20T18:40:00.000000Z'),
	('event 20', '2026-11-20T18:40:00.000000Z'),
	('play 136', '2026-11-20T18:40:00.000000Z'),
	('play 137', '2026-11-20T18:40:00.000000Z'),
	('play 138', '2026-11-20T18:40:00.000000Z'),
	('play 139', '2026-11-20T18:40:00.000000Z'),
	('play 140', '2026-11-20T18:40:00.000000Z'),
	('play 141', '2026-11-20T18:40:00.000000Z'),
	('play 142', '2026-11-20T18:40:00.000000Z'),
	('play 143', '2026-11-20T18:40:00.000000Z'),
	('play 144', '2026-11-20T18:40:00.000000Z'),
	('play 145', '2026-11-20T18:40:00.000000Z'),
	('play 146', '2026-11-20T18:40:00.000000Z'),
	('play 147', '2026-11-20T18:40:00.000000Z'),
	('play 148', '2026-11-20T18:40:00.000000Z'),
	('play 149', '2026-11-20T18:40:00.000000Z'),
	('play 150', '2026-11-20T18:40:00.000000Z'),
	('event 21', '2026-11-20T18:50:00.000000Z'),
	('event 22', '2026-11-20T18:50:00.000000Z'),
	('play 151', '2026-11-20T18:50:00.000000Z'),
	('play 152', '2026-11-20T18:50:00.000000Z'),
	('play 153', '2026-11-20T18:50:00.000000Z'),
	('play 154', '2026-11-20T18:50:00.000000Z'),
	('play 155', '2026-11-20T18:50:00.000000Z'),
	('play 156', '2026-11-20T18:50:00.000000Z'),
	('play 157', '2026-11-20T18:50:00.000000Z'),
	('play 158', '2026-11-20T18:50:00.000000Z'),
	('play 159', '2026-11-20T18:50:00.000000Z'),
	('play 160', '2026-11-20T18:50:00.000000Z'),
	('play 161', '2026-11-20T18:50:00.000000Z'),
	('play 162', '2026-11-20T18:50:00.000000Z'),
	('play 163', '2026-11-20T18:50:00.000000Z'),
	('play 164', '2026-11-20T18:50:00.000000Z'),
	('play 165', '2026-11-20T18:50:00.000000Z'),
	('play 166', '2026-11-20T18:50:00.000000Z'),
	('play 167', '2026-11-20T18:50:00.000000Z'),
	('play 168', '2026-11-20T18:50:00.000000Z'),
	('play 169', '2026-11-20T18:50:00.000000Z'),
	('play 170', '2026-11-20T18:50:00.000000Z'),
	('play 171', '2026-11-20T18:50:00.000000Z'),
	('play 172', '2026-11-20T18:50:00.000000Z'),
	('play 173', '2026-11-20T18:50:00.000000Z'),
	('play 174', '2026-11-20T18:50:00.000000Z'),
	('play 175', '2026-11-20T18:50:00.000000Z'),
	('event 23', '2026-11-20T18:50:00.000000Z'),
	('event 24', '2026-11-20T18:50:00.000000Z');
INSERT INTO public.applied VALUES
	('play 176', '2026-11-20T18:50:00.000000Z'),
	('play 177', '2026-11-20T18:50:00.000000Z'),
	('play 178', '2026-11-20T18:50:00.000000Z'),
	('play 179', '2026-11-20T18:50:00.000000Z'),
	('play 180', '2026-11-20T18:50:00.000000Z'),
	('play 181', '2026-11-20T18:50:00.000000Z'),
	('play 182', '2026-11-20T18:50:00.000000Z'),
	('play 183', '2026-11-20T18:50:00.000000Z'),
	('play 184', '2026-11-20T18:50:00.000000Z'),
	('play 185', '2026-11-20T18:50:00.000000Z'),
	('play 186', '2026-11-20T18:50:00.000000Z'),
	('play 187', '2026-11-20T18:50:00.000000Z'),
	('play 188', '2026-11-20T18:50:00.000000Z'),
	('play 189', '2026-11-20T18:50:00.000000Z'),
	('play 190', '2026-11-20T18:50:00.000000Z'),
	('play 191', '2026-11-20T18:50:00.000000Z'),
	('play 192', '2026-11-20T18:50:00.000000Z'),
	('play 193', '2026-11-20T18:50:00.000000Z'),
	('play 194', '2026-11-20T18:50:00.000000Z'),
	('play 195', '2026-11-20T18:50:00.000000Z'),
	('play 196', '2026-11-20T18:50:00.000000Z'),
	('event 25', '2026-11-20T19:00:00.000000Z'),
	('event 26', '2026-11-20T19:00:00.000000Z'),
	('play 197', '2026-11-20T19:00:00.000000Z'),
	('play 198', '2026-11-20T19:00:00.000000Z'),
	('play 199', '2026-11-20T19:00:00.000000Z'),
	('play 200', '2026-11-20T19:00:00.000000Z'),
	('play 201', '2026-11-20T19:00:00.000000Z'),
	('play 202', '2026-11-20T19:00:00.000000Z'),
	('play 203', '2026-11-20T19:00:00.000000Z'),
	('play 204', '2026-11-20T19:00:00.000000Z'),
	('play 205', '2026-11-20T19:00:00.000000Z'),
	('play 206', '2026-11-20T19:00:00.000000Z'),
	('play 207', '2026-11-20T19:00:00.000000Z'),
	('play 208', '2026-11-20T19:00:00.000000Z'),
	('play 209', '2026-11-20T19:00:00.000000Z'),
	('play 210', '2026-11-20T19:00:00.000000Z'),
	('play 211', '2026-11-20T19:00:00.000000Z'),
	('play 212', '2026-11-20T19:00:00.000000Z'),
	('play 213', '2026-11-20T19:00:00.000000Z'),
	('play 214', '2026-11-20T19:00:00.000000Z'),
	('play 215', '2026-11-20T19:00:00.000000Z'),
	('play 216', '2026-11-20T19:00:00.000000Z'),
	('play 217', '2026-11-20T19:00:00.000000Z'),
	('play 218', '2026-11-20T19:00:00.000000Z'),
	('play 219', '2026-11-20T19:00:00.000000Z'),
	('play 220', '2026-11-20T19:00:00.000000Z'),
	('play 221', '2026-11-20T19:00:00.000000Z'),
	('play 222', '2026-11-20T19:00:00.000000Z'),
	('play 223', '2026-11-20T19:00:00.000000Z');
INSERT INTO public.applied VALUES
	('play 224', '2026-11-20T19:00:00.000000Z'),
	('play 225', '2026-11-20T19:00:00.000000Z'),
	('play 226', '2026-11-20T19:00:00.000000Z'),
	('play 227', '2026-11-20T19:00:00.000000Z'),
	('play 228', '2026-11-20T19:00:00.000000Z'),
	('play 229', '2026-11-20T19:00:00.000000Z'),
	('play 230', '2026-11-20T19:00:00.000000Z'),
	('play 231', '2026-11-20T19:00:00.000000Z'),
	('play 232', '2026-11-20T19:00:00.000000Z'),
	('play 233', '2026-11-20T19:00:00.000000Z'),
	('play 234', '2026-11-20T19:00:00.000000Z'),
	('play 235', '2026-11-20T19:00:00.000000Z'),
	('play 236', '2026-11-20T19:00:00.000000Z'),
	('play 237', '2026-11-20T19:00:00.000000Z'),
	('play 238', '2026-11-20T19:00:00.000000Z'),
	('play 239', '2026-11-20T19:00:00.000000Z'),
	('play 240', '2026-11-20T19:00:00.000000Z'),
	('event 27', '2026-11-20T19:00:00.000000Z'),
	('event 28', '2026-11-20T19:00:00.000000Z'),
	('play 241', '2026-11-20T19:00:00.000000Z'),
	('play 242', '2026-11-20T19:00:00.000000Z'),
	('play 243', '2026-11-20T19:00:00.000000Z'),
	('play 244', '2026-11-20T19:00:00.000000Z'),
	('play 245', '2026-11-20T19:00:00.000000Z'),
	('play 246', '2026-11-20T19:00:00.000000Z'),
	('play 247', '2026-11-20T19:00:00.000000Z'),
	('play 248', '2026-11-20T19:00:00.000000Z'),
	('play 249', '2026-11-20T19:00:00.000000Z'),
	('play 250', '2026-11-20T19:00:00.000000Z'),
	('play 251', '2026-11-20T19:00:00.000000Z'),
	('play 252', '2026-11-20T19:00:00.000000Z'),
	('play 253', '2026-11-20T19:00:00.000000Z'),
	('play 254', '2026-11-20T19:00:00.000000Z'),
	('play 255', '2026-11-20T19:00:00.000000Z'),
	('play 256', '2026-11-20T19:00:00.000000Z'),
	('play 257', '2026-11-20T19:00:00.000000Z'),
	('play 258', '2026-11-20T19:00:00.000000Z'),
	('play 259', '2026-11-20T19:00:00.000000Z'),
	('play 260', '2026-11-20T19:00:00.000000Z'),
	('play 261', '2026-11-20T19:00:00.000000Z'),
	('play 262', '2026-11-20T19:00:00.000000Z'),
	('play 263', '2026-11-20T19:00:00.000000Z'),
	('play 264', '2026-11-20T19:00:00.000000Z'),
	('play 265', '2026-11-20T19:00:00.000000Z'),
	('play 266', '2026-11-20T19:00:00.000000Z'),
	('play 267', '2026-11-20T19:00:00.000000Z'),
	('play 268', '2026-11-20T19:00:00.000000Z'),
	('play 269', '2026-11-20T19:00:00.000000Z'),
	('play 270', '2026-11-20T19:00:00.000000Z'),
	('play 271', '2026-11-20T19:00:00.000000Z');
INSERT INTO public.applied VALUES
	('play 272', '2026-11-20T19:00:00.000000Z'),
	('event 29', '2026-11-20T19:10:00.000000Z'),
	('event 30', '2026-11-20T19:10:00.000000Z'),
	('play 273', '2026-11-20T19:10:00.000000Z'),
	('play 274', '2026-11-20T19:10:00.000000Z'),
	('event 31', '2026-11-20T19:20:00.000000Z'),
	('event 32', '2026-11-20T19:20:00.000000Z'),
	('play 275', '2026-11-20T19:20:00.000000Z'),
	('play 276', '2026-11-20T19:20:00.000000Z'),
	('play 277', '2026-11-20T19:20:00.000000Z'),
	('play 278', '2026-11-20T19:20:00.000000Z'),
	('play 279', '2026-11-20T19:20:00.000000Z'),
	('play 280', '2026-11-20T19:20:00.000000Z'),
	('play 281', '2026-11-20T19:20:00.000000Z'),
	('play 282', '2026-11-20T19:20:00.000000Z'),
	('play 283', '2026-11-20T19:20:00.000000Z'),
	('play 284', '2026-11-20T19:20:00.000000Z'),
	('play 285', '2026-11-20T19:20:00.000000Z'),
	('play 286', '2026-11-20T19:20:00.000000Z'),
	('play 287', '2026-11-20T19:20:00.000000Z'),
	('play 288', '2026-11-20T19:20:00.000000Z'),
	('event 33', '2026-11-20T19:30:00.000000Z'),
	('event 34', '2026-11-20T19:30:00.000000Z'),
	('play 289', '2026-11-20T19:30:00.000000Z'),
	('play 290', '2026-11-20T19:30:00.000000Z'),
	('play 291', '2026-11-20T19:30:00.000000Z'),
	('play 292', '2026-11-20T19:30:00.000000Z'),
	('play 293', '2026-11-20T19:30:00.000000Z'),
	('play 294', '2026-11-20T19:30:00.000000Z'),
	('play 295', '2026-11-20T19:30:00.000000Z'),
	('play 296', '2026-11-20T19:30:00.000000Z'),
	('play 297', '2026-11-20T19:30:00.000000Z'),
	('play 298', '2026-11-20T19:30:00.000000Z'),
	('play 299', '2026-11-20T19:30:00.000000Z'),
	('play 300', '2026-11-20T19:30:00.000000Z'),
	('play 301', '2026-11-20T19:30:00.000000Z'),
	('play 302', '2026-11-20T19:30:00.000000Z'),
	('play 303', '2026-11-20T19:30:00.000000Z'),
	('play 304', '2026-11-20T19:30:00.000000Z'),
	('event 35', '2026-11-20T19:40:00.000000Z'),
	('event 36', '2026-11-20T19:40:00.000000Z'),
	('play 305', '2026-11-20T19:40:00.000000Z'),
	('play 306', '2026-11-20T19:40:00.000000Z'),
	('play 307', '2026-11-20T19:40:00.000000Z'),
	('play 308', '2026-11-20T19:40:00.000000Z'),
	('play 309', '2026-11-20T19:40:00.000000Z'),
	('play 310', '2026-11-20T19:40:00.000000Z'),
	('play 311', '2026-11-20T19:40:00.000000Z'),
	('play 312', '2026-11-20T19:40:00.000000Z'),
	('play 313', '2026-11-20T19:40:00.000000Z');
INSERT INTO public.applied VALUES
	('play 314', '2026-11-20T19:40:00.000000Z'),
	('play 315', '2026-11-20T19:40:00.000000Z'),
	('play 316', '2026-11-20T19:40:00.000000Z'),
	('play 317', '2026-11-20T19:40:00.000000Z'),
	('play 318', '2026-11-20T19:40:00.000000Z'),
	('play 319', '2026-11-20T19:40:00.000000Z'),
	('play 320', '2026-11-20T19:40:00.000000Z'),
	('play 321', '2026-11-20T19:40:00.000000Z'),
	('play 322', '2026-11-20T19:40:00.000000Z'),
	('event 37', '2026-11-20T19:50:00.000000Z'),
	('event 38', '2026-11-20T19:50:00.000000Z'),
	('event 39', '2026-11-20T19:50:00.000000Z'),
	('event 40', '2026-11-20T20:20:00.000000Z'),
	('event 41', '2026-11-20T20:20:00.000000Z'),
	('event 42', '2026-11-20T20:20:00.000000Z'),
	('event 43', '2026-11-20T20:20:00.000000Z'),
	('fay takes it', '2026-11-20T20:21:00.000000Z'),
	('event 44', '2026-11-20T20:21:00.000000Z'),
	('event 45', '2026-11-20T20:21:00.000000Z'),
	('event 46', '2026-11-20T20:21:00.000000Z'),
	('event 47', '2026-11-20T20:21:00.000000Z'),
	('event 48', '2026-11-20T20:21:00.000000Z'),
	('event 49', '2026-11-20T20:21:00.000000Z'),
	('event 50', '2026-11-20T20:21:00.000000Z'),
	('event 51', '2026-11-20T20:21:00.000000Z'),
	('event 53', '2026-11-20T20:23:00.000000Z'),
	('event 52', '2026-11-20T20:23:00.000000Z'),
	('event 54', '2026-11-20T20:23:00.000000Z'),
	('event 55', '2026-11-20T20:23:00.000000Z'),
	('event 57', '2026-11-20T20:23:00.000000Z'),
	('event 56', '2026-11-20T20:23:00.000000Z'),
	('event 58', '2026-11-20T20:23:00.000000Z'),
	('event 59', '2026-11-20T20:53:00.000000Z'),
	('event 60', '2026-11-20T20:53:00.000000Z'),
	('late 0', '2026-11-20T20:53:00.000000Z'),
	('late 1', '2026-11-20T20:53:00.000000Z'),
	('late 2', '2026-11-20T20:53:00.000000Z'),
	('late 3', '2026-11-20T20:53:00.000000Z'),
	('late 4', '2026-11-20T20:53:00.000000Z'),
	('late 5', '2026-11-20T20:53:00.000000Z'),
	('late 6', '2026-11-20T20:53:00.000000Z'),
	('late 7', '2026-11-20T20:53:00.000000Z'),
	('late 8', '2026-11-20T20:53:00.000000Z'),
	('late 9', '2026-11-20T20:53:00.000000Z'),
	('event 61', '2026-11-20T20:53:00.000000Z');
INSERT INTO public.blocks VALUES
	(3, 5, '2026-11-20T20:21:00.000000Z');
INSERT INTO public.challenges VALUES
	('x6p', 1, 2, NULL, 'long', '2 games', true, false, false, NULL, NULL, 4, NULL, 'accepted', 2, 'x6p', '2026-11-20T18:00:00.000000Z', 1, NULL, NULL, '2026-11-20T18:00:00.000000Z', NULL),
	('y2s', 1, 2, NULL, 'long', '3 games', true, false, false, NULL, NULL, 1, NULL, 'accepted', 2, 'y2s', '2026-11-20T18:00:00.000000Z', 1, NULL, NULL, '2026-11-20T18:00:00.000000Z', NULL),
	('h2f', 1, 2, NULL, 'federation', '2 games', false, false, false, NULL, NULL, 4, NULL, 'accepted', 2, 'h2f', '2026-11-20T18:10:00.000000Z', 1, NULL, NULL, '2026-11-20T18:10:00.000000Z', '7d+1d<7d'),
	('d7t', 1, 2, NULL, 'federation', '3 games', false, false, false, NULL, NULL, 1, NULL, 'accepted', 2, 'd7t', '2026-11-20T18:10:00.000000Z', 1, NULL, NULL, '2026-11-20T18:10:00.000000Z', '7d+1d<7d'),
	('h8v', 1, 2, NULL, 'sport', '2 games', true, false, false, NULL, NULL, 4, NULL, 'accepted', 2, 'h8v', '2026-11-20T18:20:00.000000Z', 1, NULL, NULL, '2026-11-20T18:20:00.000000Z', NULL),
	('d5a', 1, 2, NULL, 'sport', '3 games', true, false, false, NULL, NULL, 1, NULL, 'accepted', 2, 'd5a', '2026-11-20T18:20:00.000000Z', 1, NULL, NULL, '2026-11-20T18:20:00.000000Z', NULL),
	('g8k', 1, 2, NULL, 'narde', '2 games', false, false, false, NULL, NULL, 4, NULL, 'accepted', 2, 'g8k', '2026-11-20T18:30:00.000000Z', 1, NULL, NULL, '2026-11-20T18:30:00.000000Z', '7d+1d<7d'),
	('f8f', 1, 2, NULL, 'narde', '3 games', false, false, false, NULL, NULL, 1, NULL, 'accepted', 2, 'f8f', '2026-11-20T18:30:00.000000Z', 1, NULL, NULL, '2026-11-20T18:30:00.000000Z', '7d+1d<7d'),
	('c4x', 1, 2, NULL, 'palm', '2 games', false, false, false, NULL, NULL, 4, NULL, 'accepted', 2, 'c4x', '2026-11-20T18:40:00.000000Z', 1, NULL, NULL, '2026-11-20T18:40:00.000000Z', NULL),
	('x9e', 1, 2, NULL, 'palm', '3 games', false, false, false, NULL, NULL, 1, NULL, 'accepted', 2, 'x9e', '2026-11-20T18:40:00.000000Z', 1, NULL, NULL, '2026-11-20T18:40:00.000000Z', NULL),
	('e2a', 1, 2, NULL, 'nard', '2 games', false, false, false, NULL, NULL, 4, NULL, 'accepted', 2, 'e2a', '2026-11-20T18:50:00.000000Z', 1, NULL, NULL, '2026-11-20T18:50:00.000000Z', '7d+1d<7d'),
	('g5f', 1, 2, NULL, 'nard', '3 games', false, false, false, NULL, NULL, 1, NULL, 'accepted', 2, 'g5f', '2026-11-20T18:50:00.000000Z', 1, NULL, NULL, '2026-11-20T18:50:00.000000Z', '7d+1d<7d'),
	('f6n', 1, 2, NULL, 'short', '2 games', true, false, false, NULL, NULL, 4, NULL, 'accepted', 2, 'f6n', '2026-11-20T19:00:00.000000Z', 1, NULL, NULL, '2026-11-20T19:00:00.000000Z', NULL),
	('g8m', 1, 2, NULL, 'short', '3 games', true, false, false, NULL, NULL, 1, NULL, 'accepted', 2, 'g8m', '2026-11-20T19:00:00.000000Z', 1, NULL, NULL, '2026-11-20T19:00:00.000000Z', NULL),
	('a7r', 1, 2, NULL, 'narde', '3 games', false, false, false, NULL, NULL, 1, NULL, 'accepted', 2, 'a7r', '2026-11-20T19:10:00.000000Z', 1, NULL, NULL, '2026-11-20T19:10:00.000000Z', NULL),
	('c7m', 1, 2, NULL, 'long', '1 game', false, false, false, NULL, NULL, 4, NULL, 'accepted', 2, 'c7m', '2026-11-20T19:20:00.000000Z', 1, NULL, NULL, '2026-11-20T19:20:00.000000Z', NULL),
	('x2x', 1, 2, NULL, 'long', '1 game', false, false, false, NULL, NULL, 4, NULL, 'accepted', 2, 'x2x', '2026-11-20T19:30:00.000000Z', 1, NULL, NULL, '2026-11-20T19:30:00.000000Z', NULL),
	('z7c', 1, 2, NULL, 'long', '1 game', false, false, false, NULL, NULL, 4, NULL, 'accepted', 2, 'z7c', '2026-11-20T19:40:00.000000Z', 1, NULL, NULL, '2026-11-20T19:40:00.000000Z', NULL),
	('m7m', 1, 2, NULL, 'palm', '1 game', false, false, false, NULL, NULL, 1, NULL, 'accepted', 2, 'm7m', '2026-11-20T19:50:00.000000Z', 1, NULL, NULL, '2026-11-20T19:50:00.000000Z', NULL),
	('t9f', 1, 2, NULL, 'long', '1 game', false, false, false, NULL, NULL, 4, NULL, 'open', 1, NULL, '2026-11-20T20:20:00.000000Z', 1, NULL, NULL, NULL, '7d+1d<7d'),
	('b6a', 1, NULL, NULL, 'short', '5 points', true, false, false, NULL, NULL, 4, NULL, 'open', 1, NULL, '2026-11-20T20:20:00.000000Z', 1, NULL, NULL, NULL, NULL),
	('p8a', 2, NULL, 'stranger', 'nard', '1 game', false, false, false, NULL, NULL, 4, NULL, 'open', 1, NULL, '2026-11-20T20:20:00.000000Z', 1, NULL, NULL, NULL, NULL),
	('v8p', 2, NULL, NULL, 'palm', '1 game', false, false, false, NULL, NULL, 2, NULL, 'taken', 2, NULL, '2026-11-20T20:20:00.000000Z', 1, 5, 5, NULL, NULL),
	('q2s', 1, 2, NULL, 'long', '1 game', false, false, false, NULL, NULL, 4, NULL, 'declined', 2, NULL, '2026-11-20T20:21:00.000000Z', 1, NULL, NULL, '2026-11-20T20:21:00.000000Z', NULL),
	('p4b', 1, 2, NULL, 'long', '1 game', false, false, false, NULL, NULL, 1, NULL, 'accepted', 2, 'p4b', '2026-11-20T20:53:00.000000Z', 1, NULL, NULL, '2026-11-20T20:53:00.000000Z', NULL);
INSERT INTO public.chat_members VALUES
	(4, 2),
	(4, 3),
	(4, 1);
INSERT INTO public.chats VALUES
	(3, 'web', 'me:carl', 'private', 3, 'en', false, 'wood', 'w', false, NULL, 'stay', false, NULL, NULL, NULL, 0, NULL, false),
	(7, 'discord', '8', 'private', 7, 'en', false, 'wood', 'w', false, NULL, 'stay', false, NULL, NULL, NULL, 0, NULL, false),
	(5, 'discord', '9', 'private', 5, 'en', false, 'wood', 'w', false, NULL, 'stay', false, NULL, NULL, '2026-11-20T21:03:00.000000Z', 1, NULL, false),
	(4, 'web', 'table', 'shared', NULL, 'en', false, 'wood', 'w', false, NULL, 'stay', false, NULL, NULL, '2026-11-20T21:03:00.000000Z', 36, NULL, false),
	(1, 'web', 'me:anna', 'private', 1, 'en', false, 'wood', 'w', false, NULL, 'stay', false, NULL, NULL, '2026-11-20T21:03:00.000000Z', 45, NULL, false),
	(2, 'web', 'me:boris', 'private', 2, 'en', false, 'wood', 'w', false, NULL, 'stay', false, NULL, NULL, '2026-11-20T21:03:00.000000Z', 47, NULL, false),
	(6, 'telegram', '7', 'private', 1, 'en', false, 'wood', 'w', false, NULL, 'stay', false, NULL, '2026-11-20T21:03:00.000000Z', '2026-11-20T21:03:00.000000Z', 2, NULL, false);
INSERT INTO public.events VALUES
	('x6p', 0, 1, 'w', 'open 5-3', '2026-11-20T18:00:00.000000Z'),
	('x6p', 1, 2, 'w', '63', '2026-11-20T18:00:00.000000Z'),
	('x6p', 2, 2, 'w', '24/15 forced', '2026-11-20T18:00:00.000000Z'),
	('x6p', 3, 3, 'b', '66', '2026-11-20T18:00:00.000000Z'),
	('x6p', 4, 3, 'b', '12/6(2) forced', '2026-11-20T18:00:00.000000Z'),
	('x6p', 5, 4, 'w', 'double', '2026-11-20T18:00:00.000000Z'),
	('x6p', 6, 5, 'b', 'take', '2026-11-20T18:00:00.000000Z'),
	('x6p', 7, 5, 'w', '65', '2026-11-20T18:00:00.000000Z'),
	('x6p', 8, 8, 'w', '24/13', '2026-11-20T18:00:00.000000Z'),
	('x6p', 9, 9, 'b', '41', '2026-11-20T18:00:00.000000Z'),
	('x6p', 10, 12, 'b', '12/7', '2026-11-20T18:00:00.000000Z'),
	('x6p', 11, 12, 'w', '62', '2026-11-20T18:00:00.000000Z'),
	('x6p', 12, 15, 'w', '24/16', '2026-11-20T18:00:00.000000Z'),
	('x6p', 13, 16, 'b', '21', '2026-11-20T18:00:00.000000Z'),
	('y2s', 0, 1, 'w', 'open 3-1', '2026-11-20T18:00:00.000000Z'),
	('y2s', 1, 2, 'w', '42', '2026-11-20T18:00:00.000000Z'),
	('y2s', 2, 2, 'w', '24/18 forced', '2026-11-20T18:00:00.000000Z'),
	('y2s', 3, 3, 'b', '54', '2026-11-20T18:00:00.000000Z'),
	('y2s', 4, 3, 'b', '12/3 forced', '2026-11-20T18:00:00.000000Z'),
	('y2s', 5, 4, 'w', 'double', '2026-11-20T18:00:00.000000Z'),
	('h2f', 0, 1, 'w', 'open 5-1', '2026-11-20T18:10:00.000000Z'),
	('h2f', 1, 1, 'w', '21', '2026-11-20T18:10:00.000000Z'),
	('h2f', 2, 1, 'w', '24/21 forced', '2026-11-20T18:10:00.000000Z'),
	('h2f', 3, 1, 'b', '62', '2026-11-20T18:10:00.000000Z'),
	('h2f', 4, 1, 'b', '12/4 forced', '2026-11-20T18:10:00.000000Z'),
	('h2f', 5, 1, 'w', '43', '2026-11-20T18:10:00.000000Z'),
	('h2f', 6, 4, 'w', '24/20 21/18', '2026-11-20T18:10:00.000000Z'),
	('h2f', 7, 4, 'b', '42', '2026-11-20T18:10:00.000000Z'),
	('h2f', 8, 7, 'b', '12/6', '2026-11-20T18:10:00.000000Z'),
	('h2f', 9, 7, 'w', '21', '2026-11-20T18:10:00.000000Z'),
	('h2f', 10, 10, 'w', '24/21', '2026-11-20T18:10:00.000000Z'),
	('h2f', 11, 10, 'b', '52', '2026-11-20T18:10:00.000000Z'),
	('h2f', 12, 13, 'b', '12/5', '2026-11-20T18:10:00.000000Z'),
	('h2f', 13, 13, 'w', '54', '2026-11-20T18:10:00.000000Z'),
	('d7t', 0, 1, 'w', 'open 2-2 1-1 2-2 2-2 3-3 5-2', '2026-11-20T18:10:00.000000Z'),
	('d7t', 1, 1, 'w', '66', '2026-11-20T18:10:00.000000Z'),
	('d7t', 2, 1, 'w', '24/18(2) forced', '2026-11-20T18:10:00.000000Z'),
	('d7t', 3, 1, 'b', '22', '2026-11-20T18:10:00.000000Z'),
	('d7t', 4, 1, 'b', '12/4 forced', '2026-11-20T18:10:00.000000Z'),
	('d7t', 5, 1, 'w', '62', '2026-11-20T18:10:00.000000Z'),
	('d7t', 6, 4, 'w', '24/16', '2026-11-20T18:10:00.000000Z'),
	('d7t', 7, 4, 'b', '43', '2026-11-20T18:10:00.000000Z'),
	('d7t', 8, 7, 'b', '12/5', '2026-11-20T18:10:00.000000Z'),
	('d7t', 9, 7, 'w', '31', '2026-11-20T18:10:00.000000Z'),
	('d7t', 10, 10, 'w', '24/20', '2026-11-20T18:10:00.000000Z'),
	('d7t', 11, 10, 'b', '42', '2026-11-20T18:10:00.000000Z'),
	('h8v', 0, 1, 'w', 'open 3-2', '2026-11-20T18:20:00.000000Z'),
	('h8v', 1, 1, 'w', '32 kept', '2026-11-20T18:20:00.000000Z'),
	('h8v', 2, 1, 'w', '24/19 forced', '2026-11-20T18:20:00.000000Z'),
	('h8v', 3, 2, 'b', '31', '2026-11-20T18:20:00.000000Z');
INSERT INTO public.events VALUES
	('h8v', 4, 2, 'b', '12/8 forced', '2026-11-20T18:20:00.000000Z'),
	('h8v', 5, 3, 'w', '53', '2026-11-20T18:20:00.000000Z'),
	('h8v', 6, 6, 'w', '24/16', '2026-11-20T18:20:00.000000Z'),
	('h8v', 7, 7, 'b', 'double', '2026-11-20T18:20:00.000000Z'),
	('h8v', 8, 8, 'w', 'take', '2026-11-20T18:20:00.000000Z'),
	('h8v', 9, 8, 'b', '51', '2026-11-20T18:20:00.000000Z'),
	('h8v', 10, 11, 'b', '12/7 8/7', '2026-11-20T18:20:00.000000Z'),
	('h8v', 11, 12, 'w', '65', '2026-11-20T18:20:00.000000Z'),
	('h8v', 12, 15, 'w', '24/18 19/14', '2026-11-20T18:20:00.000000Z'),
	('h8v', 13, 15, 'b', '63', '2026-11-20T18:20:00.000000Z'),
	('h8v', 14, 18, 'b', '12/6 7/4', '2026-11-20T18:20:00.000000Z'),
	('h8v', 15, 19, 'w', '31', '2026-11-20T18:20:00.000000Z'),
	('h8v', 16, 22, 'w', '24/20', '2026-11-20T18:20:00.000000Z'),
	('h8v', 17, 22, 'b', '33', '2026-11-20T18:20:00.000000Z'),
	('h8v', 18, 27, 'b', '12/3 7/4', '2026-11-20T18:20:00.000000Z'),
	('h8v', 19, 28, 'w', '64', '2026-11-20T18:20:00.000000Z'),
	('d5a', 0, 1, 'w', 'open 3-2', '2026-11-20T18:20:00.000000Z'),
	('d5a', 1, 1, 'w', '32 kept', '2026-11-20T18:20:00.000000Z'),
	('d5a', 2, 1, 'w', '24/19 forced', '2026-11-20T18:20:00.000000Z'),
	('d5a', 3, 2, 'b', '44', '2026-11-20T18:20:00.000000Z'),
	('d5a', 4, 2, 'b', '12/4(2) forced', '2026-11-20T18:20:00.000000Z'),
	('d5a', 5, 3, 'w', '62', '2026-11-20T18:20:00.000000Z'),
	('d5a', 6, 6, 'w', '24/18 19/17', '2026-11-20T18:20:00.000000Z'),
	('d5a', 7, 7, 'b', '31', '2026-11-20T18:20:00.000000Z'),
	('d5a', 8, 10, 'b', '12/8', '2026-11-20T18:20:00.000000Z'),
	('d5a', 9, 11, 'w', '61', '2026-11-20T18:20:00.000000Z'),
	('d5a', 10, 14, 'w', '24/17', '2026-11-20T18:20:00.000000Z'),
	('d5a', 11, 15, 'b', 'double', '2026-11-20T18:20:00.000000Z'),
	('g8k', 0, 1, 'w', 'open 4-3', '2026-11-20T18:30:00.000000Z'),
	('g8k', 1, 1, 'w', '51', '2026-11-20T18:30:00.000000Z'),
	('g8k', 2, 1, 'w', '24/18 forced', '2026-11-20T18:30:00.000000Z'),
	('g8k', 3, 1, 'b', '43', '2026-11-20T18:30:00.000000Z'),
	('g8k', 4, 1, 'b', '12/5 forced', '2026-11-20T18:30:00.000000Z'),
	('g8k', 5, 1, 'w', '54', '2026-11-20T18:30:00.000000Z'),
	('g8k', 6, 4, 'w', '24/15', '2026-11-20T18:30:00.000000Z'),
	('g8k', 7, 4, 'b', '41', '2026-11-20T18:30:00.000000Z'),
	('g8k', 8, 7, 'b', '12/7', '2026-11-20T18:30:00.000000Z'),
	('g8k', 9, 7, 'w', '61', '2026-11-20T18:30:00.000000Z'),
	('g8k', 10, 10, 'w', '24/17', '2026-11-20T18:30:00.000000Z'),
	('g8k', 11, 10, 'b', '52', '2026-11-20T18:30:00.000000Z'),
	('g8k', 12, 13, 'b', '12/5', '2026-11-20T18:30:00.000000Z'),
	('g8k', 13, 13, 'w', '21', '2026-11-20T18:30:00.000000Z'),
	('g8k', 14, 16, 'w', '24/21', '2026-11-20T18:30:00.000000Z'),
	('g8k', 15, 16, 'b', '42', '2026-11-20T18:30:00.000000Z'),
	('g8k', 16, 19, 'b', '12/6', '2026-11-20T18:30:00.000000Z'),
	('g8k', 17, 19, 'w', '53', '2026-11-20T18:30:00.000000Z'),
	('f8f', 0, 1, 'w', 'open 5-3', '2026-11-20T18:30:00.000000Z'),
	('f8f', 1, 1, 'w', '43', '2026-11-20T18:30:00.000000Z'),
	('f8f', 2, 1, 'w', '24/17 forced', '2026-11-20T18:30:00.000000Z'),
	('f8f', 3, 1, 'b', '51', '2026-11-20T18:30:00.000000Z');
INSERT INTO public.events VALUES
	('f8f', 4, 1, 'b', '12/6 forced', '2026-11-20T18:30:00.000000Z'),
	('f8f', 5, 1, 'w', '63', '2026-11-20T18:30:00.000000Z'),
	('f8f', 6, 4, 'w', '24/15', '2026-11-20T18:30:00.000000Z'),
	('f8f', 7, 4, 'b', '31', '2026-11-20T18:30:00.000000Z'),
	('f8f', 8, 7, 'b', '12/8', '2026-11-20T18:30:00.000000Z'),
	('f8f', 9, 7, 'w', '41', '2026-11-20T18:30:00.000000Z'),
	('f8f', 10, 10, 'w', '24/19', '2026-11-20T18:30:00.000000Z'),
	('f8f', 11, 10, 'b', '32', '2026-11-20T18:30:00.000000Z'),
	('f8f', 12, 13, 'b', '12/7', '2026-11-20T18:30:00.000000Z'),
	('f8f', 13, 13, 'w', '55', '2026-11-20T18:30:00.000000Z'),
	('f8f', 14, 18, 'w', '24/14 19/14 15/10', '2026-11-20T18:30:00.000000Z'),
	('f8f', 15, 18, 'b', '32', '2026-11-20T18:30:00.000000Z'),
	('c4x', 0, 1, 'w', 'open 3-3 6-5', '2026-11-20T18:40:00.000000Z'),
	('c4x', 1, 2, 'w', 'keep', '2026-11-20T18:40:00.000000Z'),
	('c4x', 2, 2, 'w', '65 kept', '2026-11-20T18:40:00.000000Z'),
	('c4x', 3, 2, 'w', '24/13 forced', '2026-11-20T18:40:00.000000Z'),
	('c4x', 4, 2, 'b', '31', '2026-11-20T18:40:00.000000Z'),
	('c4x', 5, 2, 'b', '12/8 forced', '2026-11-20T18:40:00.000000Z'),
	('c4x', 6, 2, 'w', '63', '2026-11-20T18:40:00.000000Z'),
	('c4x', 7, 5, 'w', '24/15', '2026-11-20T18:40:00.000000Z'),
	('c4x', 8, 5, 'b', '32', '2026-11-20T18:40:00.000000Z'),
	('c4x', 9, 8, 'b', '12/7', '2026-11-20T18:40:00.000000Z'),
	('c4x', 10, 8, 'w', '61', '2026-11-20T18:40:00.000000Z'),
	('c4x', 11, 11, 'w', '24/17', '2026-11-20T18:40:00.000000Z'),
	('c4x', 12, 11, 'b', '62', '2026-11-20T18:40:00.000000Z'),
	('c4x', 13, 14, 'b', '12/6 8/6', '2026-11-20T18:40:00.000000Z'),
	('c4x', 14, 14, 'w', '63', '2026-11-20T18:40:00.000000Z'),
	('c4x', 15, 17, 'w', '24/15', '2026-11-20T18:40:00.000000Z'),
	('c4x', 16, 17, 'b', '42', '2026-11-20T18:40:00.000000Z'),
	('x9e', 0, 1, 'w', 'open 6-1', '2026-11-20T18:40:00.000000Z'),
	('x9e', 1, 2, 'w', 'keep', '2026-11-20T18:40:00.000000Z'),
	('x9e', 2, 2, 'w', '61 kept', '2026-11-20T18:40:00.000000Z'),
	('x9e', 3, 2, 'w', '24/17 forced', '2026-11-20T18:40:00.000000Z'),
	('x9e', 4, 2, 'b', '51', '2026-11-20T18:40:00.000000Z'),
	('x9e', 5, 2, 'b', '12/6 forced', '2026-11-20T18:40:00.000000Z'),
	('x9e', 6, 2, 'w', '54', '2026-11-20T18:40:00.000000Z'),
	('x9e', 7, 5, 'w', '24/15', '2026-11-20T18:40:00.000000Z'),
	('x9e', 8, 5, 'b', '21', '2026-11-20T18:40:00.000000Z'),
	('x9e', 9, 8, 'b', '12/9', '2026-11-20T18:40:00.000000Z'),
	('x9e', 10, 8, 'w', '65', '2026-11-20T18:40:00.000000Z'),
	('x9e', 11, 11, 'w', '24/13', '2026-11-20T18:40:00.000000Z'),
	('x9e', 12, 11, 'b', '33', '2026-11-20T18:40:00.000000Z'),
	('x9e', 13, 16, 'b', '12/6(2)', '2026-11-20T18:40:00.000000Z'),
	('x9e', 14, 16, 'w', '64', '2026-11-20T18:40:00.000000Z'),
	('e2a', 0, 1, 'w', 'open 4-2', '2026-11-20T18:50:00.000000Z'),
	('e2a', 1, 1, 'w', '61', '2026-11-20T18:50:00.000000Z'),
	('e2a', 2, 4, 'w', '13/7 24/23', '2026-11-20T18:50:00.000000Z'),
	('e2a', 3, 4, 'b', '41', '2026-11-20T18:50:00.000000Z'),
	('e2a', 4, 7, 'b', '1/5 1/2', '2026-11-20T18:50:00.000000Z'),
	('e2a', 5, 7, 'w', '32', '2026-11-20T18:50:00.000000Z');
INSERT INTO public.events VALUES
	('e2a', 6, 10, 'w', '24/21 23/21', '2026-11-20T18:50:00.000000Z'),
	('e2a', 7, 10, 'b', '62', '2026-11-20T18:50:00.000000Z'),
	('e2a', 8, 13, 'b', '5/11 2/4', '2026-11-20T18:50:00.000000Z'),
	('e2a', 9, 13, 'w', '52', '2026-11-20T18:50:00.000000Z'),
	('e2a', 10, 16, 'w', '21/14', '2026-11-20T18:50:00.000000Z'),
	('e2a', 11, 16, 'b', '64', '2026-11-20T18:50:00.000000Z'),
	('e2a', 12, 19, 'b', '4/14*', '2026-11-20T18:50:00.000000Z'),
	('e2a', 13, 19, 'w', '21', '2026-11-20T18:50:00.000000Z'),
	('e2a', 14, 22, 'w', 'bar/23 21/20', '2026-11-20T18:50:00.000000Z'),
	('e2a', 15, 22, 'b', '43', '2026-11-20T18:50:00.000000Z'),
	('e2a', 16, 25, 'b', '11/15 12/15', '2026-11-20T18:50:00.000000Z'),
	('e2a', 17, 25, 'w', '21', '2026-11-20T18:50:00.000000Z'),
	('g5f', 0, 1, 'w', 'open 4-3', '2026-11-20T18:50:00.000000Z'),
	('g5f', 1, 1, 'w', '42', '2026-11-20T18:50:00.000000Z'),
	('g5f', 2, 4, 'w', '24/20 13/11', '2026-11-20T18:50:00.000000Z'),
	('g5f', 3, 4, 'b', '52', '2026-11-20T18:50:00.000000Z'),
	('g5f', 4, 7, 'b', '12/17 12/14', '2026-11-20T18:50:00.000000Z'),
	('g5f', 5, 7, 'w', '54', '2026-11-20T18:50:00.000000Z'),
	('g5f', 6, 10, 'w', '20/15 24/20', '2026-11-20T18:50:00.000000Z'),
	('g5f', 7, 10, 'b', '64', '2026-11-20T18:50:00.000000Z'),
	('g5f', 8, 13, 'b', '12/18 1/5', '2026-11-20T18:50:00.000000Z'),
	('g5f', 9, 13, 'w', '63', '2026-11-20T18:50:00.000000Z'),
	('g5f', 10, 16, 'w', '20/14* 15/12', '2026-11-20T18:50:00.000000Z'),
	('g5f', 11, 16, 'b', '43', '2026-11-20T18:50:00.000000Z'),
	('g5f', 12, 19, 'b', 'bar/4 1/4', '2026-11-20T18:50:00.000000Z'),
	('g5f', 13, 19, 'w', '43', '2026-11-20T18:50:00.000000Z'),
	('g5f', 14, 22, 'w', '14/10 13/10', '2026-11-20T18:50:00.000000Z'),
	('g5f', 15, 22, 'b', '42', '2026-11-20T18:50:00.000000Z'),
	('f6n', 0, 1, 'w', 'open 4-1', '2026-11-20T19:00:00.000000Z'),
	('f6n', 1, 1, 'w', '41 kept', '2026-11-20T19:00:00.000000Z'),
	('f6n', 2, 4, 'w', '24/20 24/23', '2026-11-20T19:00:00.000000Z'),
	('f6n', 3, 5, 'b', '52', '2026-11-20T19:00:00.000000Z'),
	('f6n', 4, 8, 'b', '12/17 1/3', '2026-11-20T19:00:00.000000Z'),
	('f6n', 5, 9, 'w', 'double', '2026-11-20T19:00:00.000000Z'),
	('f6n', 6, 10, 'b', 'take', '2026-11-20T19:00:00.000000Z'),
	('f6n', 7, 10, 'w', '64', '2026-11-20T19:00:00.000000Z'),
	('f6n', 8, 13, 'w', '20/10', '2026-11-20T19:00:00.000000Z'),
	('f6n', 9, 14, 'b', '32', '2026-11-20T19:00:00.000000Z'),
	('f6n', 10, 17, 'b', '1/4 3/5', '2026-11-20T19:00:00.000000Z'),
	('f6n', 11, 17, 'w', '41', '2026-11-20T19:00:00.000000Z'),
	('f6n', 12, 20, 'w', '13/9 23/22', '2026-11-20T19:00:00.000000Z'),
	('f6n', 13, 21, 'b', '53', '2026-11-20T19:00:00.000000Z'),
	('f6n', 14, 24, 'b', '4/9*/12', '2026-11-20T19:00:00.000000Z'),
	('f6n', 15, 24, 'w', '55', '2026-11-20T19:00:00.000000Z'),
	('f6n', 16, 29, 'w', 'bar/10 13/8', '2026-11-20T19:00:00.000000Z'),
	('f6n', 17, 30, 'b', '31', '2026-11-20T19:00:00.000000Z'),
	('f6n', 18, 33, 'b', '12/16', '2026-11-20T19:00:00.000000Z'),
	('f6n', 19, 33, 'w', '63', '2026-11-20T19:00:00.000000Z'),
	('f6n', 20, 36, 'w', '22/16*/13', '2026-11-20T19:00:00.000000Z'),
	('f6n', 21, 37, 'b', '65', '2026-11-20T19:00:00.000000Z');
INSERT INTO public.events VALUES
	('f6n', 22, 40, 'b', 'bar/11', '2026-11-20T19:00:00.000000Z'),
	('f6n', 23, 40, 'w', '31', '2026-11-20T19:00:00.000000Z'),
	('f6n', 24, 43, 'w', '13/9', '2026-11-20T19:00:00.000000Z'),
	('f6n', 25, 44, 'b', '53', '2026-11-20T19:00:00.000000Z'),
	('g8m', 0, 1, 'w', 'open 6-6 4-3', '2026-11-20T19:00:00.000000Z'),
	('g8m', 1, 1, 'w', '43 kept', '2026-11-20T19:00:00.000000Z'),
	('g8m', 2, 4, 'w', '24/20 24/21', '2026-11-20T19:00:00.000000Z'),
	('g8m', 3, 5, 'b', '63', '2026-11-20T19:00:00.000000Z'),
	('g8m', 4, 8, 'b', '1/7 1/4', '2026-11-20T19:00:00.000000Z'),
	('g8m', 5, 9, 'w', '63', '2026-11-20T19:00:00.000000Z'),
	('g8m', 6, 12, 'w', '21/15 13/10', '2026-11-20T19:00:00.000000Z'),
	('g8m', 7, 13, 'b', '63', '2026-11-20T19:00:00.000000Z'),
	('g8m', 8, 16, 'b', '4/10* 7/10', '2026-11-20T19:00:00.000000Z'),
	('g8m', 9, 17, 'w', '52', '2026-11-20T19:00:00.000000Z'),
	('g8m', 10, 20, 'w', 'bar/18', '2026-11-20T19:00:00.000000Z'),
	('g8m', 11, 21, 'b', '41', '2026-11-20T19:00:00.000000Z'),
	('g8m', 12, 24, 'b', '10/14 10/11', '2026-11-20T19:00:00.000000Z'),
	('g8m', 13, 25, 'w', '53', '2026-11-20T19:00:00.000000Z'),
	('g8m', 14, 28, 'w', '20/15 18/15', '2026-11-20T19:00:00.000000Z'),
	('g8m', 15, 29, 'b', '63', '2026-11-20T19:00:00.000000Z'),
	('g8m', 16, 32, 'b', '11/17 14/17', '2026-11-20T19:00:00.000000Z'),
	('g8m', 17, 33, 'w', 'double', '2026-11-20T19:00:00.000000Z'),
	('a7r', 0, 1, 'w', 'open 4-3', '2026-11-20T19:10:00.000000Z'),
	('a7r', 1, 1, 'w', '53', '2026-11-20T19:10:00.000000Z'),
	('a7r', 2, 1, 'w', '24/16 forced', '2026-11-20T19:10:00.000000Z'),
	('a7r', 3, 1, 'b', '66', '2026-11-20T19:10:00.000000Z'),
	('a7r', 4, 1, 'b', '12/6(2) forced', '2026-11-20T19:10:00.000000Z'),
	('a7r', 5, 1, 'w', '33', '2026-11-20T19:10:00.000000Z'),
	('a7r', 6, 2, 'w', 'resign mars', '2026-11-20T19:10:00.000000Z'),
	('f4k', 0, 1, 'w', 'open', '2026-11-20T19:10:00.000000Z'),
	('f4k', 1, 1, 'w', '63', '2026-11-20T19:10:00.000000Z'),
	('f4k', 2, 1, 'w', '24/15 forced', '2026-11-20T19:10:00.000000Z'),
	('f4k', 3, 1, 'b', '63', '2026-11-20T19:10:00.000000Z'),
	('f4k', 4, 1, 'b', '12/3 forced', '2026-11-20T19:10:00.000000Z'),
	('f4k', 5, 1, 'w', '43', '2026-11-20T19:10:00.000000Z'),
	('c7m', 0, 1, 'w', 'open 6-2', '2026-11-20T19:20:00.000000Z'),
	('c7m', 1, 1, 'w', '43', '2026-11-20T19:20:00.000000Z'),
	('c7m', 2, 1, 'w', '24/17 forced', '2026-11-20T19:20:00.000000Z'),
	('c7m', 3, 1, 'b', '53', '2026-11-20T19:20:00.000000Z'),
	('c7m', 4, 1, 'b', '12/4 forced', '2026-11-20T19:20:00.000000Z'),
	('c7m', 5, 1, 'w', '52', '2026-11-20T19:20:00.000000Z'),
	('c7m', 6, 4, 'w', '24/17', '2026-11-20T19:20:00.000000Z'),
	('c7m', 7, 4, 'b', '22', '2026-11-20T19:20:00.000000Z'),
	('c7m', 8, 9, 'b', '12/4', '2026-11-20T19:20:00.000000Z'),
	('c7m', 9, 9, 'w', '43', '2026-11-20T19:20:00.000000Z'),
	('c7m', 10, 12, 'w', '24/17', '2026-11-20T19:20:00.000000Z'),
	('c7m', 11, 12, 'b', '63', '2026-11-20T19:20:00.000000Z'),
	('c7m', 12, 15, 'b', '12/3', '2026-11-20T19:20:00.000000Z'),
	('c7m', 13, 15, 'w', '61', '2026-11-20T19:20:00.000000Z'),
	('x2x', 0, 1, 'w', 'open 6-6 4-2', '2026-11-20T19:30:00.000000Z');
INSERT INTO public.events VALUES
	('x2x', 1, 1, 'w', '55', '2026-11-20T19:30:00.000000Z'),
	('x2x', 2, 1, 'w', '24/4 forced', '2026-11-20T19:30:00.000000Z'),
	('x2x', 3, 1, 'b', '65', '2026-11-20T19:30:00.000000Z'),
	('x2x', 4, 1, 'b', '12/1 forced', '2026-11-20T19:30:00.000000Z'),
	('x2x', 5, 1, 'w', '43', '2026-11-20T19:30:00.000000Z'),
	('x2x', 6, 1, 'w', '24/17 forced', '2026-11-20T19:30:00.000000Z'),
	('x2x', 7, 1, 'b', '55', '2026-11-20T19:30:00.000000Z'),
	('x2x', 8, 6, 'b', '12/21 1/20', '2026-11-20T19:30:00.000000Z'),
	('x2x', 9, 6, 'w', '63', '2026-11-20T19:30:00.000000Z'),
	('x2x', 10, 9, 'w', '24/15', '2026-11-20T19:30:00.000000Z'),
	('x2x', 11, 9, 'b', '61', '2026-11-20T19:30:00.000000Z'),
	('x2x', 12, 12, 'b', '12/5', '2026-11-20T19:30:00.000000Z'),
	('x2x', 13, 12, 'w', '22', '2026-11-20T19:30:00.000000Z'),
	('x2x', 14, 17, 'w', '24/22 17/13 15/13', '2026-11-20T19:30:00.000000Z'),
	('x2x', 15, 17, 'b', '54', '2026-11-20T19:30:00.000000Z'),
	('z7c', 0, 1, 'w', 'open 6-5', '2026-11-20T19:40:00.000000Z'),
	('z7c', 1, 1, 'w', '22', '2026-11-20T19:40:00.000000Z'),
	('z7c', 2, 1, 'w', '24/16 forced', '2026-11-20T19:40:00.000000Z'),
	('z7c', 3, 1, 'b', '62', '2026-11-20T19:40:00.000000Z'),
	('z7c', 4, 1, 'b', '12/4 forced', '2026-11-20T19:40:00.000000Z'),
	('z7c', 5, 1, 'w', '66', '2026-11-20T19:40:00.000000Z'),
	('z7c', 6, 1, 'w', '24/18 16/10 forced', '2026-11-20T19:40:00.000000Z'),
	('z7c', 7, 1, 'b', '41', '2026-11-20T19:40:00.000000Z'),
	('z7c', 8, 4, 'b', '12/7', '2026-11-20T19:40:00.000000Z'),
	('z7c', 9, 4, 'w', '22', '2026-11-20T19:40:00.000000Z'),
	('z7c', 10, 9, 'w', '24/16', '2026-11-20T19:40:00.000000Z'),
	('z7c', 11, 9, 'b', '21', '2026-11-20T19:40:00.000000Z'),
	('z7c', 12, 12, 'b', '7/5 12/11', '2026-11-20T19:40:00.000000Z'),
	('z7c', 13, 12, 'w', '31', '2026-11-20T19:40:00.000000Z'),
	('z7c', 14, 15, 'w', '24/20', '2026-11-20T19:40:00.000000Z'),
	('z7c', 15, 15, 'b', '42', '2026-11-20T19:40:00.000000Z'),
	('c7m', 14, 16, 'b', 'offer draw', '2026-11-20T19:40:00.000000Z'),
	('x2x', 16, 18, 'w', 'offer pause', '2026-11-20T19:40:00.000000Z'),
	('z7c', 16, 16, 'w', 'offer pause', '2026-11-20T19:40:00.000000Z'),
	('z7c', 17, 17, 'b', 'pause', '2026-11-20T19:40:00.000000Z'),
	('m7m', 0, 1, 'w', 'open 5-2', '2026-11-20T19:50:00.000000Z'),
	('t7f', 0, 1, 'w', 'open 4-1', '2026-11-20T19:50:00.000000Z'),
	('t7f', 1, 1, 'w', '43', '2026-11-20T19:50:00.000000Z'),
	('p4b', 0, 1, 'w', 'open 6-4', '2026-11-20T20:53:00.000000Z'),
	('p4b', 1, 1, 'w', '51', '2026-11-20T20:53:00.000000Z'),
	('p4b', 2, 1, 'w', '24/18 forced', '2026-11-20T20:53:00.000000Z'),
	('p4b', 3, 1, 'b', '52', '2026-11-20T20:53:00.000000Z'),
	('p4b', 4, 1, 'b', '12/5 forced', '2026-11-20T20:53:00.000000Z'),
	('p4b', 5, 1, 'w', '62', '2026-11-20T20:53:00.000000Z'),
	('p4b', 6, 4, 'w', '24/16', '2026-11-20T20:53:00.000000Z'),
	('p4b', 7, 4, 'b', '31', '2026-11-20T20:53:00.000000Z'),
	('p4b', 8, 7, 'b', '12/8', '2026-11-20T20:53:00.000000Z'),
	('p4b', 9, 7, 'w', '43', '2026-11-20T20:53:00.000000Z'),
	('p4b', 10, 10, 'w', '24/17', '2026-11-20T20:53:00.000000Z'),
	('p4b', 11, 10, 'b', '43', '2026-11-20T20:53:00.000000Z');
INSERT INTO public.games VALUES
	('a7r', 'a7r', 1, 'narde', 2, 1, 2, 1, 2, 2, NULL, '24:14,16:1 / 12:13,6:2 w', '3-3', NULL, NULL, '', NULL, NULL, NULL, 'b mars RESIGNED 1', '2026-11-20T19:10:00.000000Z', '2026-11-20T19:10:00.000000Z', false, NULL, NULL, NULL, NULL, false, NULL, NULL, false, 0, NULL, '5-3 6-6 3-3'),
	('t7f', 't7f', 1, 'long', 4, 3, NULL, 4, 1, 0, 4, '24:15 / 12:15 w', '4-3', NULL, NULL, '', NULL, NULL, NULL, NULL, '2026-11-20T19:50:00.000000Z', '2026-11-20T19:50:00.000000Z', false, NULL, NULL, NULL, NULL, false, NULL, NULL, false, 0, NULL, '4-3'),
	('d5a', 'd5a', 1, 'sport', 1, 2, 1, 2, 16, 5, 1, '24:12,18:1,17:2 / 12:12,8:1,4:2 b', NULL, '1 - ?', NULL, '', NULL, NULL, NULL, NULL, '2026-11-20T18:20:00.000000Z', '2026-11-20T18:20:00.000000Z', false, NULL, NULL, NULL, NULL, false, '2026-11-23T18:20:00.000000Z', NULL, false, 0, NULL, '3-2 4-4 6-2 3-1 6-1'),
	('g5f', 'g5f', 1, 'nard', 1, 2, 1, 2, 23, 7, 2, '13:1,12:1,11:1,10:2,8:3,7:2,6:3,3:2 / 4:2,5:1,17:4,18:3,19:3,22:2 b', '4-2', NULL, NULL, '', NULL, NULL, NULL, NULL, '2026-11-20T18:50:00.000000Z', '2026-11-20T18:50:00.000000Z', false, NULL, 604800, 604800, '2026-11-27T20:53:00.000000Z', false, '2026-11-26T02:53:00.000000Z', NULL, false, 0, NULL, '4-2 5-2 5-4 6-4 6-3 4-3'),
	('x2x', 'x2x', 1, 'long', 1, 2, 4, 4, 19, 7, 2, '24:11,22:1,13:2,4:1 / 12:12,5:1,21:1,20:1 b', '5-4', NULL, NULL, '', NULL, 'pause', 1, NULL, '2026-11-20T19:30:00.000000Z', '2026-11-20T19:40:00.000000Z', false, NULL, NULL, NULL, NULL, false, '2026-11-23T19:30:00.000000Z', NULL, false, 0, NULL, '5-5 6-5 4-3 5-5 6-3 6-1'),
	('x9e', 'x9e', 1, 'palm', 1, 2, 1, 2, 17, 6, 1, '24:12,17:1,15:1,13:1 / 12:11,9:1,6:3 w', '6-4', NULL, NULL, '', NULL, NULL, NULL, NULL, '2026-11-20T18:40:00.000000Z', '2026-11-20T18:40:00.000000Z', false, NULL, NULL, NULL, NULL, false, '2026-11-23T18:40:00.000000Z', NULL, false, 0, NULL, '6-1 5-1 5-4 2-1 6-5 3-3'),
	('f4k', 'a7r', 2, 'narde', 1, 2, 1, 2, 2, 2, 1, '24:14,15:1 / 12:14,3:1 w', '4-3', NULL, NULL, '', NULL, NULL, NULL, NULL, '2026-11-20T19:10:00.000000Z', '2026-11-20T19:10:00.000000Z', false, NULL, NULL, NULL, NULL, false, '2026-11-23T19:10:00.000000Z', NULL, false, 0, NULL, '6-3 6-3 4-3'),
	('x6p', 'x6p', 1, 'long', 1, 2, 4, 4, 18, 5, 2, '24:12,16:1,15:1,13:1 / 12:12,7:1,6:2 b', '2-1', '2 b', NULL, '12/10/2', 4, NULL, NULL, NULL, '2026-11-20T18:00:00.000000Z', '2026-11-20T18:00:00.000000Z', false, NULL, NULL, NULL, NULL, false, '2026-11-23T18:00:00.000000Z', NULL, false, 0, NULL, '6-3 6-6 6-5 4-1 6-2 2-1'),
	('e2a', 'e2a', 1, 'nard', 1, 2, 4, 4, 28, 8, 1, '23:1,20:1,13:2,8:3,7:3,6:3,3:2 / 12:2,14:1,15:2,17:3,18:2,19:3,22:2 w', '2-1', NULL, NULL, '23/21/2', 4, NULL, NULL, NULL, '2026-11-20T18:50:00.000000Z', '2026-11-20T18:50:00.000000Z', false, NULL, 604800, 604800, '2026-11-27T20:53:00.000000Z', false, '2026-11-25T20:59:00.000000Z', NULL, false, 0, NULL, '6-1 4-1 3-2 6-2 5-2 6-4'),
	('c4x', 'c4x', 1, 'palm', 1, 2, 4, 4, 19, 7, 2, '24:11,17:1,15:2,13:1 / 12:12,7:1,6:2 b', '4-2', NULL, NULL, '12/8/4', 4, NULL, NULL, NULL, '2026-11-20T18:40:00.000000Z', '2026-11-20T18:40:00.000000Z', false, NULL, NULL, NULL, NULL, false, '2026-11-23T18:40:00.000000Z', NULL, false, 0, NULL, '6-5 3-1 6-3 3-2 6-1 6-2'),
	('m7m', 'm7m', 1, 'palm', 2, 1, 2, 1, 2, 0, 2, '24:15 / 12:15 w', NULL, NULL, '5-2', '', NULL, NULL, NULL, NULL, '2026-11-20T19:50:00.000000Z', '2026-11-20T19:50:00.000000Z', false, NULL, NULL, NULL, NULL, false, '2026-11-23T19:50:00.000000Z', NULL, false, 0, NULL, ''),
	('z7c', 'z7c', 1, 'long', 2, 1, 4, 4, 18, 7, 1, '24:11,20:1,18:1,16:1,10:1 / 12:12,11:1,5:1,4:1 b', '4-2', NULL, NULL, '', NULL, NULL, NULL, NULL, '2026-11-20T19:40:00.000000Z', '2026-11-20T19:40:00.000000Z', false, NULL, NULL, NULL, NULL, false, NULL, '2026-11-20T19:40:00.000000Z', false, 0, NULL, '2-2 6-2 6-6 4-1 2-2 2-1'),
	('h8v', 'h8v', 1, 'sport', 2, 1, 4, 4, 30, 8, 2, '24:11,20:1,18:1,16:1,14:1 / 12:11,6:1,4:2,3:1 w', '6-4', '2 w', NULL, '24/18/6', 4, NULL, NULL, NULL, '2026-11-20T18:20:00.000000Z', '2026-11-20T18:20:00.000000Z', false, NULL, NULL, NULL, NULL, false, '2026-11-23T18:20:00.000000Z', NULL, false, 0, NULL, '3-2 3-1 5-3 5-1 6-5 6-3'),
	('f6n', 'f6n', 1, 'short', 2, 1, 4, 4, 46, 11, 1, '13:3,10:2,9:1,8:4,6:5 / 5:1,11:1,12:4,17:4,19:5 b', '5-3', '2 b', NULL, '11/16/5', 4, NULL, NULL, NULL, '2026-11-20T19:00:00.000000Z', '2026-11-20T19:00:00.000000Z', false, NULL, NULL, NULL, NULL, false, '2026-11-23T19:00:00.000000Z', NULL, false, 0, NULL, '4-1 5-2 6-4 3-2 4-1 5-3'),
	('y2s', 'y2s', 1, 'long', 2, 1, 2, 1, 5, 2, 1, '24:14,18:1 / 12:14,3:1 w', NULL, '1 - ?', NULL, '', NULL, NULL, NULL, NULL, '2026-11-20T18:00:00.000000Z', '2026-11-20T18:00:00.000000Z', false, NULL, NULL, NULL, NULL, false, '2026-11-23T18:00:00.000000Z', NULL, false, 0, NULL, '4-2 5-4'),
	('c7m', 'c7m', 1, 'long', 2, 1, 4, 4, 17, 6, 2, '24:12,17:3 / 12:12,4:2,3:1 w', '6-1', NULL, NULL, '', NULL, 'draw', 1, NULL, '2026-11-20T19:20:00.000000Z', '2026-11-20T19:40:00.000000Z', false, NULL, NULL, NULL, NULL, false, '2026-11-23T19:20:00.000000Z', NULL, false, 0, NULL, '4-3 5-3 5-2 2-2 4-3 6-3'),
	('g8m', 'g8m', 1, 'short', 2, 1, 2, 1, 34, 8, 1, '15:3,13:4,8:3,6:5 / 12:5,17:5,19:5 w', NULL, '1 - ?', NULL, '', NULL, NULL, NULL, NULL, '2026-11-20T19:00:00.000000Z', '2026-11-20T19:00:00.000000Z', false, NULL, NULL, NULL, NULL, false, '2026-11-23T19:00:00.000000Z', NULL, false, 0, NULL, '4-3 6-3 6-3 6-3 5-2 4-1'),
	('p4b', 'p4b', 1, 'long', 2, 1, 2, 6, 10, 5, 1, '24:12,18:1,17:1,16:1 / 12:13,8:1,5:1 b', '4-3', NULL, NULL, '', NULL, NULL, NULL, NULL, '2026-11-20T20:53:00.000000Z', '2026-11-20T20:53:00.000000Z', false, NULL, NULL, NULL, NULL, false, '2026-11-23T20:53:00.000000Z', NULL, false, 0, NULL, '5-1 5-2 6-2 3-1 4-3 4-3'),
	('h2f', 'h2f', 1, 'federation', 2, 1, 4, 4, 15, 6, 2, '24:12,21:1,20:1,18:1 / 12:12,6:1,5:1,4:1 w', '5-4', NULL, NULL, '24/19/5', 4, NULL, NULL, NULL, '2026-11-20T18:10:00.000000Z', '2026-11-20T18:10:00.000000Z', false, NULL, 604800, 604800, '2026-11-27T20:53:00.000000Z', false, NULL, NULL, false, 0, NULL, '2-1 6-2 4-3 4-2 2-1 5-2'),
	('f8f', 'f8f', 1, 'narde', 2, 1, 2, 1, 20, 7, 1, '24:11,17:1,14:2,10:1 / 12:12,8:1,7:1,6:1 b', '3-2', NULL, NULL, '', NULL, NULL, NULL, NULL, '2026-11-20T18:30:00.000000Z', '2026-11-20T18:30:00.000000Z', false, NULL, 604800, 604800, '2026-11-27T20:53:00.000000Z', false, '2026-11-25T20:59:00.000000Z', NULL, false, 0, NULL, '4-3 5-1 6-3 3-1 4-1 3-2'),
	('g8k', 'g8k', 1, 'narde', 2, 1, 4, 4, 21, 8, 2, '24:11,21:1,18:1,17:1,15:1 / 12:11,7:1,6:1,5:2 w', '5-3', NULL, NULL, '24/19/5', 4, NULL, NULL, NULL, '2026-11-20T18:30:00.000000Z', '2026-11-20T18:30:00.000000Z', false, NULL, 604800, 604800, '2026-11-27T20:53:00.000000Z', false, NULL, NULL, false, 0, NULL, '5-1 4-3 5-4 4-1 6-1 5-2'),
	('d7t', 'd7t', 1, 'federation', 2, 1, 2, 1, 12, 5, 1, '24:11,20:1,18:2,16:1 / 12:13,5:1,4:1 b', '4-2', NULL, NULL, '', NULL, NULL, NULL, NULL, '2026-11-20T18:10:00.000000Z', '2026-11-20T18:10:00.000000Z', false, NULL, 604800, 604800, '2026-11-27T20:53:00.000000Z', false, '2026-11-25T20:59:00.000000Z', NULL, false, 0, NULL, '6-6 2-2 6-2 4-3 3-1 4-2');
INSERT INTO public.given_ids VALUES
	('x6p'),
	('y2s'),
	('h2f'),
	('d7t'),
	('h8v'),
	('d5a'),
	('g8k'),
	('f8f'),
	('c4x'),
	('x9e'),
	('e2a'),
	('g5f'),
	('f6n'),
	('g8m'),
	('a7r'),
	('f4k'),
	('c7m'),
	('x2x'),
	('z7c'),
	('m7m'),
	('t7f'),
	('t9f'),
	('b6a'),
	('p8a'),
	('v8p'),
	('q2s'),
	('i4x'),
	('p4b');
INSERT INTO public.heartbeats VALUES
	('bot', '2026-11-20T20:53:00.000000Z'),
	('zero', '2026-11-20T20:38:28.112277Z');
INSERT INTO public.holidays VALUES
	(1, 1, '2026-11-30T23:00:00.000000Z', '2026-12-04T23:00:00.000000Z', '2026-11-20T20:21:00.000000Z', 'Europe/Berlin');
INSERT INTO public.key_values VALUES
	('installation', 'key', '0000000000000000000000000000000000000000000000000000000000000000'),
	('imports', 'i4x', '{"chat": 1, "games": ["White: Anna"]}'),
	('imports-of', '1', 'i4x'),
	('announcements', '0b2951125b7e6c3b', 'The bot moves on Sunday.'),
	('announced', '0b2951125b7e6c3b', '2026-11-20T20:53:00.000000+00:00');
INSERT INTO public.link_changes VALUES
	('m2r3g7u7e7k3', 1, 'accounts', '["telegram", "7"]', 'is_first', 'true', 'false'),
	('m2r3g7u7e7k3', 2, 'accounts', '["telegram", "7"]', 'player', '6', '1'),
	('m2r3g7u7e7k3', 3, 'chats', '[6]', 'owner', '6', '1'),
	('m2r3g7u7e7k3', 4, 'players', '[6]', 'merged_into', 'null', '1');
INSERT INTO public.link_codes VALUES
	('7807c1c75cc02aa6e1027f8e050dc861', 1, 1, '2026-11-20T20:23:00.000000Z', true),
	('5e8b34cfea88afa9ec6446a6af972ba7', 2, 2, '2026-11-20T20:23:00.000000Z', true),
	('ca482ad30c9f9f7d42c12d4f0e8ebdc3', 7, 7, '2026-11-20T20:23:00.000000Z', false);
INSERT INTO public.links VALUES
	('m2r3g7u7e7k3', 'linked', 3, 1, 1, 6, 6, '2026-11-20T20:23:00.000000Z', 1, '2026-11-20T20:23:00.000000Z'),
	('c8b5x7k9y8e2', 'typed', 1, 2, 2, 7, 7, '2026-11-20T20:23:00.000000Z', NULL, NULL);
INSERT INTO public.matches VALUES
	('x6p', 'long', '2 games', true, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T18:00:00.000000Z'),
	('y2s', 'long', '3 games', true, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T18:00:00.000000Z'),
	('h2f', 'federation', '2 games', false, false, false, NULL, 1, 2, NULL, '7d+1d<7d', '2026-11-20T18:10:00.000000Z'),
	('d7t', 'federation', '3 games', false, false, false, NULL, 1, 2, NULL, '7d+1d<7d', '2026-11-20T18:10:00.000000Z'),
	('h8v', 'sport', '2 games', true, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T18:20:00.000000Z'),
	('d5a', 'sport', '3 games', true, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T18:20:00.000000Z'),
	('g8k', 'narde', '2 games', false, false, false, NULL, 1, 2, NULL, '7d+1d<7d', '2026-11-20T18:30:00.000000Z'),
	('f8f', 'narde', '3 games', false, false, false, NULL, 1, 2, NULL, '7d+1d<7d', '2026-11-20T18:30:00.000000Z'),
	('c4x', 'palm', '2 games', false, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T18:40:00.000000Z'),
	('x9e', 'palm', '3 games', false, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T18:40:00.000000Z'),
	('e2a', 'nard', '2 games', false, false, false, NULL, 1, 2, NULL, '7d+1d<7d', '2026-11-20T18:50:00.000000Z'),
	('g5f', 'nard', '3 games', false, false, false, NULL, 1, 2, NULL, '7d+1d<7d', '2026-11-20T18:50:00.000000Z'),
	('f6n', 'short', '2 games', true, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T19:00:00.000000Z'),
	('g8m', 'short', '3 games', true, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T19:00:00.000000Z'),
	('a7r', 'narde', '3 games', false, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T19:10:00.000000Z'),
	('c7m', 'long', '1 game', false, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T19:20:00.000000Z'),
	('x2x', 'long', '1 game', false, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T19:30:00.000000Z'),
	('z7c', 'long', '1 game', false, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T19:40:00.000000Z'),
	('m7m', 'palm', '1 game', false, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T19:50:00.000000Z'),
	('t7f', 'long', '1 game', false, false, false, 'casual', 3, 4, NULL, NULL, '2026-11-20T19:50:00.000000Z'),
	('p4b', 'long', '1 game', false, false, false, NULL, 1, 2, NULL, NULL, '2026-11-20T20:53:00.000000Z');
INSERT INTO public.notifications VALUES
	(2, 'challenge:y2s', 4, 1, 'sent', '2026-11-20T18:00:00.000000Z'),
	(2, 'challenge:x6p', 1, 1, 'sent', '2026-11-20T18:00:00.000000Z'),
	(1, 'turn:x6p:0', 2, 1, 'sent', '2026-11-20T18:00:00.000000Z'),
	(2, 'turn:x6p:1', 2, 2, 'sent', '2026-11-20T18:00:00.000000Z'),
	(1, 'turn:x6p:2', 2, 3, 'sent', '2026-11-20T18:00:00.000000Z'),
	(2, 'turn:x6p:3', 2, 8, 'sent', '2026-11-20T18:00:00.000000Z'),
	(1, 'turn:x6p:4', 2, 12, 'sent', '2026-11-20T18:00:00.000000Z'),
	(2, 'double:x6p:2', 2, 4, 'sent', '2026-11-20T18:00:00.000000Z'),
	(1, 'took:x6p:2', 2, 5, 'sent', '2026-11-20T18:00:00.000000Z'),
	(2, 'turn:x6p:5', 2, 15, 'sent', '2026-11-20T18:00:00.000000Z'),
	(2, 'challenge:d7t', 10, 1, 'sent', '2026-11-20T18:10:00.000000Z'),
	(2, 'challenge:h2f', 7, 1, 'sent', '2026-11-20T18:10:00.000000Z'),
	(1, 'turn:h2f:3', 8, 4, 'sent', '2026-11-20T18:10:00.000000Z'),
	(2, 'turn:h2f:4', 8, 7, 'sent', '2026-11-20T18:10:00.000000Z'),
	(1, 'turn:h2f:5', 8, 10, 'sent', '2026-11-20T18:10:00.000000Z'),
	(2, 'turn:h2f:6', 8, 13, 'sent', '2026-11-20T18:10:00.000000Z'),
	(1, 'turn:y2s:1', 5, 2, 'sent', '2026-11-20T18:00:00.000000Z'),
	(1, 'double:y2s:2', 5, 4, 'sent', '2026-11-20T18:00:00.000000Z'),
	(2, 'turn:y2s:2', 6, 3, 'sent', '2026-11-20T18:00:00.000000Z'),
	(2, 'challenge:d5a', 16, 1, 'sent', '2026-11-20T18:20:00.000000Z'),
	(2, 'challenge:h8v', 13, 1, 'sent', '2026-11-20T18:20:00.000000Z'),
	(1, 'turn:h8v:1', 14, 1, 'sent', '2026-11-20T18:20:00.000000Z'),
	(2, 'turn:h8v:2', 14, 2, 'sent', '2026-11-20T18:20:00.000000Z'),
	(1, 'turn:h8v:3', 14, 6, 'sent', '2026-11-20T18:20:00.000000Z'),
	(2, 'turn:h8v:4', 14, 11, 'sent', '2026-11-20T18:20:00.000000Z'),
	(1, 'turn:h8v:5', 14, 15, 'sent', '2026-11-20T18:20:00.000000Z'),
	(2, 'turn:h8v:6', 14, 18, 'sent', '2026-11-20T18:20:00.000000Z'),
	(1, 'turn:h8v:7', 14, 22, 'sent', '2026-11-20T18:20:00.000000Z'),
	(2, 'double:h8v:3', 14, 7, 'sent', '2026-11-20T18:20:00.000000Z'),
	(1, 'took:h8v:3', 14, 8, 'sent', '2026-11-20T18:20:00.000000Z'),
	(2, 'turn:h8v:8', 14, 27, 'sent', '2026-11-20T18:20:00.000000Z'),
	(1, 'turn:d7t:3', 11, 4, 'sent', '2026-11-20T18:10:00.000000Z'),
	(1, 'turn:d7t:5', 11, 10, 'sent', '2026-11-20T18:10:00.000000Z'),
	(2, 'turn:d7t:4', 12, 7, 'sent', '2026-11-20T18:10:00.000000Z'),
	(2, 'challenge:g8k', 19, 1, 'sent', '2026-11-20T18:30:00.000000Z'),
	(1, 'turn:g8k:3', 20, 4, 'sent', '2026-11-20T18:30:00.000000Z'),
	(2, 'turn:g8k:4', 20, 7, 'sent', '2026-11-20T18:30:00.000000Z'),
	(1, 'turn:g8k:5', 20, 10, 'sent', '2026-11-20T18:30:00.000000Z'),
	(1, 'turn:d5a:2', 17, 2, 'sent', '2026-11-20T18:20:00.000000Z'),
	(1, 'turn:d5a:4', 17, 10, 'sent', '2026-11-20T18:20:00.000000Z'),
	(1, 'double:d5a:5', 17, 15, 'sent', '2026-11-20T18:20:00.000000Z'),
	(2, 'turn:d5a:3', 18, 6, 'sent', '2026-11-20T18:20:00.000000Z'),
	(2, 'turn:d5a:5', 18, 14, 'sent', '2026-11-20T18:20:00.000000Z'),
	(2, 'challenge:f8f', 22, 1, 'sent', '2026-11-20T18:30:00.000000Z'),
	(2, 'turn:g8k:6', 20, 13, 'sent', '2026-11-20T18:30:00.000000Z'),
	(1, 'turn:g8k:7', 20, 16, 'sent', '2026-11-20T18:30:00.000000Z'),
	(2, 'turn:g8k:8', 20, 19, 'sent', '2026-11-20T18:30:00.000000Z'),
	(2, 'challenge:x9e', 28, 1, 'sent', '2026-11-20T18:40:00.000000Z'),
	(2, 'challenge:c4x', 25, 1, 'sent', '2026-11-20T18:40:00.000000Z'),
	(1, 'turn:x9e:0', 29, 1, 'sent', '2026-11-20T18:40:00.000000Z');
INSERT INTO public.notifications VALUES
	(1, 'turn:c4x:0', 26, 1, 'sent', '2026-11-20T18:40:00.000000Z'),
	(2, 'turn:c4x:3', 26, 5, 'sent', '2026-11-20T18:40:00.000000Z'),
	(1, 'turn:c4x:4', 26, 8, 'sent', '2026-11-20T18:40:00.000000Z'),
	(2, 'turn:c4x:5', 26, 11, 'sent', '2026-11-20T18:40:00.000000Z'),
	(1, 'turn:c4x:6', 26, 14, 'sent', '2026-11-20T18:40:00.000000Z'),
	(2, 'turn:c4x:7', 26, 17, 'sent', '2026-11-20T18:40:00.000000Z'),
	(1, 'turn:f8f:3', 23, 4, 'sent', '2026-11-20T18:30:00.000000Z'),
	(1, 'turn:f8f:5', 23, 10, 'sent', '2026-11-20T18:30:00.000000Z'),
	(1, 'turn:f8f:7', 23, 18, 'sent', '2026-11-20T18:30:00.000000Z'),
	(2, 'turn:f8f:4', 24, 7, 'sent', '2026-11-20T18:30:00.000000Z'),
	(2, 'turn:f8f:6', 24, 13, 'sent', '2026-11-20T18:30:00.000000Z'),
	(2, 'challenge:g5f', 34, 1, 'sent', '2026-11-20T18:50:00.000000Z'),
	(2, 'challenge:e2a', 31, 1, 'sent', '2026-11-20T18:50:00.000000Z'),
	(1, 'turn:g5f:0', 35, 1, 'sent', '2026-11-20T18:50:00.000000Z'),
	(1, 'turn:e2a:0', 32, 1, 'sent', '2026-11-20T18:50:00.000000Z'),
	(2, 'turn:e2a:1', 32, 4, 'sent', '2026-11-20T18:50:00.000000Z'),
	(1, 'turn:e2a:2', 32, 7, 'sent', '2026-11-20T18:50:00.000000Z'),
	(2, 'turn:e2a:3', 32, 10, 'sent', '2026-11-20T18:50:00.000000Z'),
	(1, 'turn:e2a:4', 32, 13, 'sent', '2026-11-20T18:50:00.000000Z'),
	(2, 'turn:e2a:5', 32, 16, 'sent', '2026-11-20T18:50:00.000000Z'),
	(1, 'turn:e2a:6', 32, 19, 'sent', '2026-11-20T18:50:00.000000Z'),
	(2, 'turn:e2a:7', 32, 22, 'sent', '2026-11-20T18:50:00.000000Z'),
	(1, 'turn:e2a:8', 32, 25, 'sent', '2026-11-20T18:50:00.000000Z'),
	(1, 'turn:x9e:4', 29, 8, 'sent', '2026-11-20T18:40:00.000000Z'),
	(1, 'turn:x9e:6', 29, 16, 'sent', '2026-11-20T18:40:00.000000Z'),
	(2, 'turn:x9e:3', 30, 5, 'sent', '2026-11-20T18:40:00.000000Z'),
	(2, 'turn:x9e:5', 30, 11, 'sent', '2026-11-20T18:40:00.000000Z'),
	(2, 'challenge:f6n', 37, 1, 'sent', '2026-11-20T19:00:00.000000Z'),
	(1, 'turn:f6n:1', 38, 4, 'sent', '2026-11-20T19:00:00.000000Z'),
	(2, 'turn:f6n:2', 38, 8, 'sent', '2026-11-20T19:00:00.000000Z'),
	(1, 'turn:f6n:3', 38, 13, 'sent', '2026-11-20T19:00:00.000000Z'),
	(1, 'double:f6n:2', 38, 9, 'sent', '2026-11-20T19:00:00.000000Z'),
	(2, 'took:f6n:2', 38, 10, 'sent', '2026-11-20T19:00:00.000000Z'),
	(1, 'turn:g5f:2', 35, 7, 'sent', '2026-11-20T18:50:00.000000Z'),
	(1, 'turn:g5f:4', 35, 13, 'sent', '2026-11-20T18:50:00.000000Z'),
	(1, 'turn:g5f:6', 35, 19, 'sent', '2026-11-20T18:50:00.000000Z'),
	(2, 'turn:g5f:1', 36, 4, 'sent', '2026-11-20T18:50:00.000000Z'),
	(2, 'turn:g5f:3', 36, 10, 'sent', '2026-11-20T18:50:00.000000Z'),
	(2, 'turn:g5f:5', 36, 16, 'sent', '2026-11-20T18:50:00.000000Z'),
	(2, 'turn:g5f:7', 36, 22, 'sent', '2026-11-20T18:50:00.000000Z'),
	(2, 'challenge:g8m', 40, 1, 'sent', '2026-11-20T19:00:00.000000Z'),
	(2, 'turn:f6n:4', 38, 17, 'sent', '2026-11-20T19:00:00.000000Z'),
	(1, 'turn:f6n:5', 38, 20, 'sent', '2026-11-20T19:00:00.000000Z'),
	(2, 'turn:f6n:6', 38, 24, 'sent', '2026-11-20T19:00:00.000000Z'),
	(1, 'turn:f6n:7', 38, 29, 'sent', '2026-11-20T19:00:00.000000Z'),
	(2, 'turn:f6n:8', 38, 33, 'sent', '2026-11-20T19:00:00.000000Z'),
	(1, 'turn:f6n:9', 38, 36, 'sent', '2026-11-20T19:00:00.000000Z'),
	(2, 'turn:f6n:10', 38, 40, 'sent', '2026-11-20T19:00:00.000000Z'),
	(1, 'turn:f6n:11', 38, 43, 'sent', '2026-11-20T19:00:00.000000Z'),
	(2, 'challenge:a7r', 44, 1, 'sent', '2026-11-20T19:10:00.000000Z');
INSERT INTO public.notifications VALUES
	(2, 'challenge:c7m', 49, 1, 'sent', '2026-11-20T19:20:00.000000Z'),
	(1, 'over:a7r', 45, 2, 'sent', '2026-11-20T19:10:00.000000Z'),
	(1, 'turn:c7m:3', 50, 4, 'sent', '2026-11-20T19:20:00.000000Z'),
	(2, 'turn:c7m:4', 50, 9, 'sent', '2026-11-20T19:20:00.000000Z'),
	(1, 'turn:c7m:5', 50, 12, 'sent', '2026-11-20T19:20:00.000000Z'),
	(2, 'turn:c7m:6', 50, 15, 'sent', '2026-11-20T19:20:00.000000Z'),
	(2, 'offer:c7m:16', 50, 16, 'sent', '2026-11-20T19:40:00.000000Z'),
	(1, 'turn:f4k:2', 48, 1, 'sent', '2026-11-20T19:10:00.000000Z'),
	(2, 'challenge:x2x', 51, 1, 'sent', '2026-11-20T19:30:00.000000Z'),
	(2, 'challenge:m7m', 56, 1, 'sent', '2026-11-20T19:50:00.000000Z'),
	(1, 'turn:x2x:4', 52, 6, 'sent', '2026-11-20T19:30:00.000000Z'),
	(2, 'turn:x2x:5', 52, 9, 'sent', '2026-11-20T19:30:00.000000Z'),
	(1, 'turn:x2x:6', 52, 12, 'sent', '2026-11-20T19:30:00.000000Z'),
	(2, 'turn:x2x:7', 52, 17, 'sent', '2026-11-20T19:30:00.000000Z'),
	(2, 'offer:x2x:18', 52, 18, 'sent', '2026-11-20T19:40:00.000000Z'),
	(2, 'challenge:z7c', 53, 1, 'sent', '2026-11-20T19:40:00.000000Z'),
	(1, 'turn:g8m:1', 41, 4, 'sent', '2026-11-20T19:00:00.000000Z'),
	(1, 'turn:g8m:3', 41, 12, 'sent', '2026-11-20T19:00:00.000000Z'),
	(1, 'turn:g8m:5', 41, 20, 'sent', '2026-11-20T19:00:00.000000Z'),
	(1, 'turn:g8m:7', 41, 28, 'sent', '2026-11-20T19:00:00.000000Z'),
	(1, 'double:g8m:8', 41, 33, 'sent', '2026-11-20T19:00:00.000000Z'),
	(2, 'turn:g8m:2', 42, 8, 'sent', '2026-11-20T19:00:00.000000Z'),
	(2, 'turn:g8m:4', 42, 16, 'sent', '2026-11-20T19:00:00.000000Z'),
	(2, 'turn:g8m:6', 42, 24, 'sent', '2026-11-20T19:00:00.000000Z'),
	(2, 'turn:g8m:8', 42, 32, 'sent', '2026-11-20T19:00:00.000000Z'),
	(1, 'turn:z7c:3', 54, 1, 'sent', '2026-11-20T19:40:00.000000Z'),
	(2, 'turn:z7c:4', 54, 4, 'sent', '2026-11-20T19:40:00.000000Z'),
	(1, 'turn:z7c:5', 54, 9, 'sent', '2026-11-20T19:40:00.000000Z'),
	(2, 'turn:z7c:6', 54, 12, 'sent', '2026-11-20T19:40:00.000000Z'),
	(1, 'turn:z7c:7', 54, 15, 'sent', '2026-11-20T19:40:00.000000Z'),
	(1, 'offer:z7c:16', 54, 16, 'sent', '2026-11-20T19:40:00.000000Z'),
	(1, 'link:m2r3g7u7e7k3:2', 68, 2, 'sent', '2026-11-20T20:23:00.000000Z'),
	(2, 'taken:v8p:2', 63, 2, 'sent', '2026-11-20T20:21:00.000000Z'),
	(2, 'challenge:t9f', 60, 1, 'sent', '2026-11-20T20:20:00.000000Z'),
	(2, 'challenge:q2s', 65, 1, 'sent', '2026-11-20T20:21:00.000000Z'),
	(2, 'challenge:p4b', 71, 1, 'sent', '2026-11-20T20:53:00.000000Z'),
	(2, 'turn:p4b:4', 73, 7, 'sent', '2026-11-20T20:53:00.000000Z'),
	(1, 'turn:p4b:3', 72, 4, 'sent', '2026-11-20T20:53:00.000000Z'),
	(1, 'turn:p4b:5', 72, 10, 'sending', '2026-11-20T20:53:00.000000Z');
INSERT INTO public.players VALUES
	(2, 'Boris', NULL, NULL, 'en', NULL, NULL, true, true, false, false, 'board', '2026-11-20T18:00:00.000000Z', NULL, NULL, 'once', NULL, NULL, NULL, false, NULL),
	(3, 'Carl', NULL, NULL, 'en', NULL, NULL, true, true, false, false, 'board', '2026-11-20T18:00:00.000000Z', NULL, NULL, 'once', NULL, NULL, NULL, false, NULL),
	(4, 'Nardy', 'nardy', NULL, NULL, NULL, NULL, true, true, false, false, 'board', '2026-11-20T19:50:00.000000Z', NULL, NULL, 'once', NULL, NULL, NULL, false, NULL),
	(5, 'Fay', NULL, NULL, 'en', NULL, NULL, true, true, false, false, 'board', '2026-11-20T20:21:00.000000Z', NULL, NULL, 'once', NULL, NULL, NULL, false, NULL),
	(1, 'Anna', NULL, NULL, 'en', NULL, NULL, true, true, false, false, 'board', '2026-11-20T18:00:00.000000Z', 'Europe/Berlin', '22-8', 'once', '09:00', NULL, NULL, false, NULL),
	(7, 'Dora', NULL, NULL, 'en', NULL, NULL, true, true, false, false, 'board', '2026-11-20T20:23:00.000000Z', NULL, NULL, 'once', NULL, NULL, NULL, false, NULL),
	(6, 'Anya', NULL, NULL, 'en', NULL, NULL, true, true, false, false, 'board', '2026-11-20T20:22:00.000000Z', NULL, NULL, 'once', NULL, NULL, 1, false, NULL);
INSERT INTO public.posts VALUES
	(9, 'challenge', 'd7t', 1, 2, 2, 0, 1, 'm9.1.0', 1, 1, 0, NULL, NULL, 3, false, NULL, '2026-11-20T18:10:00.000000Z', 0),
	(3, 'challenge', 'y2s', 1, 2, 2, 0, 1, 'm3.1.0', 1, 1, 0, NULL, NULL, 1, false, NULL, '2026-11-20T18:00:00.000000Z', 0),
	(4, 'challenge', 'y2s', 2, 2, 2, 0, 1, 'm4.1.1', 1, 1, 0, NULL, NULL, 1, false, NULL, '2026-11-20T18:00:00.000000Z', 0),
	(10, 'challenge', 'd7t', 2, 2, 2, 0, 1, 'm10.1.1', 1, 1, 0, NULL, NULL, 3, false, NULL, '2026-11-20T18:10:00.000000Z', 0),
	(1, 'challenge', 'x6p', 4, 2, 2, 0, 1, 'm1.1.2', 1, 1, 0, NULL, NULL, 1, false, NULL, '2026-11-20T18:00:00.000000Z', 0),
	(7, 'challenge', 'h2f', 4, 2, 2, 0, 1, 'm7.1.2', 1, 1, 0, NULL, NULL, 3, false, NULL, '2026-11-20T18:10:00.000000Z', 0),
	(15, 'challenge', 'd5a', 1, 2, 2, 0, 1, 'm15.1.0', 1, 1, 0, NULL, NULL, 7, false, NULL, '2026-11-20T18:20:00.000000Z', 0),
	(16, 'challenge', 'd5a', 2, 2, 2, 0, 1, 'm16.1.1', 1, 1, 0, NULL, NULL, 7, false, NULL, '2026-11-20T18:20:00.000000Z', 0),
	(13, 'challenge', 'h8v', 4, 2, 2, 0, 1, 'm13.1.2', 1, 1, 0, NULL, NULL, 5, false, NULL, '2026-11-20T18:20:00.000000Z', 0),
	(21, 'challenge', 'f8f', 1, 2, 2, 0, 1, 'm21.1.0', 1, 1, 0, NULL, NULL, 11, false, NULL, '2026-11-20T18:30:00.000000Z', 0),
	(22, 'challenge', 'f8f', 2, 2, 2, 0, 1, 'm22.1.1', 1, 1, 0, NULL, NULL, 11, false, NULL, '2026-11-20T18:30:00.000000Z', 0),
	(19, 'challenge', 'g8k', 4, 2, 2, 0, 1, 'm19.1.2', 1, 1, 0, NULL, NULL, 7, false, NULL, '2026-11-20T18:30:00.000000Z', 0),
	(27, 'challenge', 'x9e', 1, 2, 2, 0, 1, 'm27.1.0', 1, 1, 0, NULL, NULL, 15, false, NULL, '2026-11-20T18:40:00.000000Z', 0),
	(28, 'challenge', 'x9e', 2, 2, 2, 0, 1, 'm28.1.1', 1, 1, 0, NULL, NULL, 15, false, NULL, '2026-11-20T18:40:00.000000Z', 0),
	(25, 'challenge', 'c4x', 4, 2, 2, 0, 1, 'm25.1.2', 1, 1, 0, NULL, NULL, 9, false, NULL, '2026-11-20T18:40:00.000000Z', 0),
	(33, 'challenge', 'g5f', 1, 2, 2, 0, 1, 'm33.1.0', 1, 1, 0, NULL, NULL, 19, false, NULL, '2026-11-20T18:50:00.000000Z', 0),
	(34, 'challenge', 'g5f', 2, 2, 2, 0, 1, 'm34.1.1', 1, 1, 0, NULL, NULL, 19, false, NULL, '2026-11-20T18:50:00.000000Z', 0),
	(31, 'challenge', 'e2a', 4, 2, 2, 0, 1, 'm31.1.2', 1, 1, 0, NULL, NULL, 11, false, NULL, '2026-11-20T18:50:00.000000Z', 0),
	(39, 'challenge', 'g8m', 1, 2, 2, 0, 1, 'm39.1.0', 1, 1, 0, NULL, NULL, 23, false, NULL, '2026-11-20T19:00:00.000000Z', 0),
	(40, 'challenge', 'g8m', 2, 2, 2, 0, 1, 'm40.1.1', 1, 1, 0, NULL, NULL, 23, false, NULL, '2026-11-20T19:00:00.000000Z', 0),
	(37, 'challenge', 'f6n', 4, 2, 2, 0, 1, 'm37.1.2', 1, 1, 0, NULL, NULL, 13, false, NULL, '2026-11-20T19:00:00.000000Z', 0),
	(43, 'challenge', 'a7r', 1, 2, 2, 0, 1, 'm43.1.0', 1, 1, 0, NULL, NULL, 28, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(55, 'challenge', 'm7m', 1, 2, 2, 0, 1, 'm55.1.0', 1, 1, 0, NULL, NULL, 31, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(44, 'challenge', 'a7r', 2, 2, 2, 0, 1, 'm44.1.1', 1, 1, 0, NULL, NULL, 27, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(59, 'game', 't7f', 4, 1, 1, 0, 1, 'm59.1.2', 1, 1, 0, NULL, NULL, 21, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(49, 'challenge', 'c7m', 4, 2, 2, 0, 1, 'm49.1.2', 1, 1, 0, NULL, NULL, 15, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(56, 'challenge', 'm7m', 2, 2, 2, 0, 1, 'm56.1.1', 1, 1, 0, NULL, NULL, 30, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(45, 'game', 'a7r', 1, 2, 2, 0, 2, 'm45.2.0', 2, 1, 0, NULL, NULL, 29, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(46, 'game', 'a7r', 2, 2, 2, 0, 2, 'm46.2.1', 2, 1, 0, NULL, NULL, 28, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(51, 'challenge', 'x2x', 4, 2, 2, 0, 1, 'm51.1.2', 1, 1, 0, NULL, NULL, 17, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(53, 'challenge', 'z7c', 4, 2, 2, 0, 1, 'm53.1.2', 1, 1, 0, NULL, NULL, 19, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(60, 'challenge', 't9f', 4, 1, 1, 0, 1, 'm60.1.4', 1, 1, 0, NULL, NULL, 22, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(64, 'challenge', 'v8p', 5, 2, 2, 0, 2, 'm64.2.0', 2, 1, 0, NULL, NULL, 1, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(30, 'game', 'x9e', 2, 17, 17, 1, 11, 'm30.11.1', 11, 2, 0, NULL, NULL, 40, false, NULL, '2026-11-20T18:50:00.000000Z', 0),
	(63, 'challenge', 'v8p', 2, 2, 2, 0, 2, 'm63.2.3', 2, 1, 0, NULL, NULL, 34, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(61, 'challenge', 'b6a', 4, 1, 1, 0, 1, 'm61.1.2', 1, 1, 0, NULL, NULL, 23, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(18, 'game', 'd5a', 2, 16, 16, 1, 14, 'm18.14.1', 14, 2, 0, NULL, NULL, 38, false, NULL, '2026-11-20T18:30:00.000000Z', 0),
	(67, 'holiday', '1', 4, 1, 1, 0, 1, 'm67.1.2', 1, 1, 0, NULL, NULL, 26, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(29, 'game', 'x9e', 1, 17, 17, 1, 16, 'm29.16.0', 16, 2, 0, NULL, NULL, 40, false, NULL, '2026-11-20T18:50:00.000000Z', 2),
	(2, 'game', 'x6p', 4, 18, 18, 0, 15, 'm2.15.2', 15, 1, 0, NULL, NULL, 27, false, NULL, '2026-11-20T18:00:00.000000Z', 0),
	(70, 'challenge', 'p4b', 1, 2, 2, 0, 1, 'm70.1.1', 1, 1, 0, NULL, NULL, 45, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(71, 'challenge', 'p4b', 2, 2, 2, 0, 1, 'm71.1.2', 1, 1, 0, NULL, NULL, 45, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(69, 'link', 'm2r3g7u7e7k3', 6, 3, 3, 0, 3, 'm69.3.1', 3, 1, 0, NULL, NULL, 1, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(48, 'game', 'f4k', 1, 2, 2, 0, 1, 'm48.1.0', 1, 1, 0, NULL, NULL, 42, false, NULL, '2026-11-20T19:50:00.000000Z', 2),
	(68, 'link', 'm2r3g7u7e7k3', 1, 3, 3, 0, 3, 'm68.3.2', 3, 1, 0, NULL, NULL, 35, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(5, 'game', 'y2s', 1, 5, 5, 1, 4, 'm5.4.0', 4, 2, 0, NULL, NULL, 36, false, NULL, '2026-11-20T18:10:00.000000Z', 2),
	(66, 'holiday', '1', 2, 1, 1, 0, 1, 'm66.1.1', 1, 1, 0, NULL, NULL, 35, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(6, 'game', 'y2s', 2, 5, 5, 1, 3, 'm6.3.1', 3, 2, 0, NULL, NULL, 36, false, NULL, '2026-11-20T18:10:00.000000Z', 0),
	(62, 'challenge', 'p8a', 4, 1, 1, 0, 1, 'm62.1.2', 1, 1, 0, NULL, NULL, 24, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(17, 'game', 'd5a', 1, 16, 16, 1, 15, 'm17.15.0', 15, 2, 0, NULL, NULL, 38, false, NULL, '2026-11-20T18:30:00.000000Z', 2);
INSERT INTO public.posts VALUES
	(65, 'challenge', 'q2s', 4, 2, 2, 0, 1, 'm65.1.2', 1, 1, 0, NULL, NULL, 25, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(14, 'game', 'h8v', 4, 30, 30, 0, 27, 'm14.27.2', 27, 1, 0, NULL, NULL, 29, false, NULL, '2026-11-20T18:20:00.000000Z', 0),
	(57, 'game', 'm7m', 1, 2, 2, 0, 1, 'm57.1.0', 1, 1, 0, NULL, NULL, 43, false, NULL, '2026-11-20T19:50:00.000000Z', 2),
	(47, 'game', 'f4k', 2, 2, 2, 0, 1, 'm47.1.1', 1, 1, 0, NULL, NULL, 42, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(41, 'game', 'g8m', 1, 34, 34, 1, 33, 'm41.33.0', 33, 2, 0, NULL, NULL, 44, false, NULL, '2026-11-20T19:50:00.000000Z', 2),
	(58, 'game', 'm7m', 2, 2, 2, 0, 1, 'm58.1.1', 1, 1, 0, NULL, NULL, 43, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(26, 'game', 'c4x', 4, 19, 19, 0, 17, 'm26.17.2', 17, 1, 0, NULL, NULL, 31, false, NULL, '2026-11-20T18:40:00.000000Z', 0),
	(42, 'game', 'g8m', 2, 34, 34, 1, 32, 'm42.32.1', 32, 2, 0, NULL, NULL, 44, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(38, 'game', 'f6n', 4, 46, 46, 0, 43, 'm38.43.2', 43, 1, 0, NULL, NULL, 33, false, NULL, '2026-11-20T19:00:00.000000Z', 0),
	(50, 'game', 'c7m', 4, 17, 17, 0, 16, 'm50.16.2', 16, 1, 0, NULL, NULL, 34, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(52, 'game', 'x2x', 4, 19, 19, 0, 18, 'm52.18.2', 18, 1, 0, NULL, NULL, 35, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(54, 'game', 'z7c', 4, 18, 18, 0, 16, 'm54.16.2', 16, 1, 0, NULL, NULL, 36, false, NULL, '2026-11-20T19:50:00.000000Z', 0),
	(73, 'game', 'p4b', 2, 10, 7, 1, 7, 'replaced', 7, 2, 0, NULL, NULL, 47, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(74, 'announcement', '0b2951125b7e6c3b', 1, 1, 0, 0, 1, NULL, 0, 0, 0, NULL, NULL, 0, false, NULL, NULL, 0),
	(75, 'announcement', '0b2951125b7e6c3b', 2, 1, 0, 0, 1, NULL, 0, 0, 0, NULL, NULL, 0, false, NULL, NULL, 0),
	(76, 'announcement', '0b2951125b7e6c3b', 3, 1, 0, 0, 1, NULL, 0, 0, 0, NULL, NULL, 0, false, NULL, NULL, 0),
	(77, 'announcement', '0b2951125b7e6c3b', 4, 1, 0, 0, 1, NULL, 0, 0, 0, NULL, NULL, 0, false, NULL, NULL, 0),
	(78, 'announcement', '0b2951125b7e6c3b', 5, 1, 0, 0, 1, NULL, 0, 0, 0, NULL, NULL, 0, false, NULL, NULL, 0),
	(79, 'announcement', '0b2951125b7e6c3b', 6, 1, 0, 0, 1, NULL, 0, 0, 0, NULL, NULL, 0, false, NULL, NULL, 0),
	(80, 'announcement', '0b2951125b7e6c3b', 7, 1, 0, 0, 1, NULL, 0, 0, 0, NULL, NULL, 0, false, NULL, NULL, 0),
	(72, 'game', 'p4b', 6, 10, 1, 0, 10, 'm72.1.0', 1, 2, 10, '2025-11-19T20:53:00.000000Z', NULL, 2, false, NULL, '2026-11-20T20:53:00.000000Z', 0),
	(35, 'game', 'g5f', 1, 23, 22, 1, 19, 'm35.19.0', 19, 2, 0, NULL, NULL, 41, true, NULL, '2026-11-20T19:00:00.000000Z', 4),
	(36, 'game', 'g5f', 2, 23, 22, 1, 22, 'm36.22.1', 22, 2, 0, NULL, NULL, 41, true, NULL, '2026-11-20T19:00:00.000000Z', 1),
	(32, 'game', 'e2a', 4, 28, 27, 0, 25, 'm32.25.2', 25, 1, 0, NULL, NULL, 32, true, NULL, '2026-11-20T18:50:00.000000Z', 1),
	(8, 'game', 'h2f', 4, 15, 14, 0, 13, 'm8.13.2', 13, 1, 0, NULL, NULL, 28, true, NULL, '2026-11-20T18:10:00.000000Z', 1),
	(23, 'game', 'f8f', 1, 20, 19, 1, 18, 'm23.18.0', 18, 2, 0, NULL, NULL, 39, true, NULL, '2026-11-20T18:40:00.000000Z', 3),
	(24, 'game', 'f8f', 2, 20, 19, 1, 13, 'm24.13.1', 13, 2, 0, NULL, NULL, 39, true, NULL, '2026-11-20T18:40:00.000000Z', 2),
	(20, 'game', 'g8k', 4, 21, 20, 0, 19, 'm20.19.2', 19, 1, 0, NULL, NULL, 30, true, NULL, '2026-11-20T18:30:00.000000Z', 1),
	(11, 'game', 'd7t', 1, 12, 11, 1, 10, 'm11.10.0', 10, 2, 0, NULL, NULL, 37, true, NULL, '2026-11-20T18:20:00.000000Z', 3),
	(12, 'game', 'd7t', 2, 12, 11, 1, 7, 'm12.7.1', 7, 2, 0, NULL, NULL, 37, true, NULL, '2026-11-20T18:20:00.000000Z', 2);
INSERT INTO public.retired VALUES
	(2, 'm73.1.0', NULL, 'stay', 'p4b', 1);
INSERT INTO public.telegram_updates VALUES
	(11, 7, 1, '{"update_id": 11}', NULL);
SELECT pg_catalog.setval('public.alarms_id_seq', 28, true);
SELECT pg_catalog.setval('public.chats_id_seq', 7, true);
SELECT pg_catalog.setval('public.daily_positions_id_seq', 1, false);
SELECT pg_catalog.setval('public.failed_attempts_id_seq', 1, false);
SELECT pg_catalog.setval('public.holidays_id_seq', 1, true);
SELECT pg_catalog.setval('public.log_entries_number_seq', 1, false);
SELECT pg_catalog.setval('public.players_id_seq', 7, true);
SELECT pg_catalog.setval('public.posts_id_seq', 80, true);
SELECT pg_catalog.setval('public.processes_id_seq', 1, false);
SELECT pg_catalog.setval('public.puzzles_id_seq', 1, false);
SELECT pg_catalog.setval('public.unreadable_entries_id_seq', 1, false);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT pk_accounts PRIMARY KEY (platform, key);
ALTER TABLE ONLY public.alarms
    ADD CONSTRAINT pk_alarms PRIMARY KEY (id);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT pk_analyses PRIMARY KEY (key, number);
ALTER TABLE ONLY public.applied
    ADD CONSTRAINT pk_applied PRIMARY KEY (key);
ALTER TABLE ONLY public.bans
    ADD CONSTRAINT pk_bans PRIMARY KEY (player);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT pk_blocks PRIMARY KEY (player, blocked);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT pk_challenges PRIMARY KEY (id);
ALTER TABLE ONLY public.chat_members
    ADD CONSTRAINT pk_chat_members PRIMARY KEY (chat, player);
ALTER TABLE ONLY public.chats
    ADD CONSTRAINT pk_chats PRIMARY KEY (id);
ALTER TABLE ONLY public.daily_positions
    ADD CONSTRAINT pk_daily_positions PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT pk_events PRIMARY KEY (game, number);
ALTER TABLE ONLY public.failed_attempts
    ADD CONSTRAINT pk_failed_attempts PRIMARY KEY (id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT pk_games PRIMARY KEY (id);
ALTER TABLE ONLY public.given_ids
    ADD CONSTRAINT pk_given_ids PRIMARY KEY (id);
ALTER TABLE ONLY public.heartbeats
    ADD CONSTRAINT pk_heartbeats PRIMARY KEY (name);
ALTER TABLE ONLY public.holidays
    ADD CONSTRAINT pk_holidays PRIMARY KEY (id);
ALTER TABLE ONLY public.key_values
    ADD CONSTRAINT pk_key_values PRIMARY KEY (namespace, key);
ALTER TABLE ONLY public.link_changes
    ADD CONSTRAINT pk_link_changes PRIMARY KEY (link, number);
ALTER TABLE ONLY public.link_codes
    ADD CONSTRAINT pk_link_codes PRIMARY KEY (hash);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT pk_links PRIMARY KEY (id);
ALTER TABLE ONLY public.log_entries
    ADD CONSTRAINT pk_log_entries PRIMARY KEY (number);
ALTER TABLE ONLY public.matches
    ADD CONSTRAINT pk_matches PRIMARY KEY (id);
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT pk_notifications PRIMARY KEY (player, cause);
ALTER TABLE ONLY public.own_puzzles
    ADD CONSTRAINT pk_own_puzzles PRIMARY KEY (player);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT pk_players PRIMARY KEY (id);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT pk_posts PRIMARY KEY (id);
ALTER TABLE ONLY public.processes
    ADD CONSTRAINT pk_processes PRIMARY KEY (id);
ALTER TABLE ONLY public.puzzle_answers
    ADD CONSTRAINT pk_puzzle_answers PRIMARY KEY (puzzle, player);
ALTER TABLE ONLY public.puzzles
    ADD CONSTRAINT pk_puzzles PRIMARY KEY (id);
ALTER TABLE ONLY public.questions
    ADD CONSTRAINT pk_questions PRIMARY KEY (id);
ALTER TABLE ONLY public.retired
    ADD CONSTRAINT pk_retired PRIMARY KEY (chat, message);
ALTER TABLE ONLY public.telegram_updates
    ADD CONSTRAINT pk_telegram_updates PRIMARY KEY (id);
ALTER TABLE ONLY public.unreadable_entries
    ADD CONSTRAINT pk_unreadable_entries PRIMARY KEY (id);
ALTER TABLE ONLY public.alarms
    ADD CONSTRAINT uq_alarms_kind UNIQUE (kind, subject);
ALTER TABLE ONLY public.chats
    ADD CONSTRAINT uq_chats_platform UNIQUE (platform, key);
ALTER TABLE ONLY public.daily_positions
    ADD CONSTRAINT uq_daily_positions_chat UNIQUE (chat);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT uq_games_match UNIQUE (match, number);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT uq_players_computer_player UNIQUE (computer_player);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT uq_posts_subject UNIQUE (subject, subject_id, chat);
ALTER TABLE ONLY public.puzzles
    ADD CONSTRAINT uq_puzzles_chat UNIQUE (chat, day);
CREATE INDEX ix_accounts_handle ON public.accounts USING btree (platform, handle);
CREATE INDEX ix_accounts_name ON public.accounts USING btree (platform, name);
CREATE INDEX ix_accounts_player ON public.accounts USING btree (player);
CREATE INDEX ix_alarms_claimed ON public.alarms USING btree (claimed_until) WHERE (claimed_until IS NOT NULL);
CREATE INDEX ix_alarms_due ON public.alarms USING btree (due);
CREATE INDEX ix_analyses_whole ON public.analyses USING btree (made) WHERE (text IS NOT NULL);
CREATE INDEX ix_applied_at ON public.applied USING btree (at);
CREATE INDEX ix_challenges_challenger ON public.challenges USING btree (challenger, made);
CREATE INDEX ix_challenges_challenger_state ON public.challenges USING btree (challenger, state, made);
CREATE INDEX ix_challenges_chat ON public.challenges USING btree (chat, state, made);
CREATE INDEX ix_challenges_closed ON public.challenges USING btree (closed);
CREATE INDEX ix_challenges_opponent ON public.challenges USING btree (opponent, state, made);
CREATE INDEX ix_challenges_rematch_of ON public.challenges USING btree (rematch_of);
CREATE INDEX ix_challenges_taker_chat ON public.challenges USING btree (taker_chat);
CREATE INDEX ix_chat_members_player ON public.chat_members USING btree (player);
CREATE INDEX ix_chats_claimed ON public.chats USING btree (claimed_until) WHERE (claimed_until IS NOT NULL);
CREATE INDEX ix_chats_not_before ON public.chats USING btree (not_before) WHERE (not_before IS NOT NULL);
CREATE INDEX ix_chats_owner ON public.chats USING btree (owner);
CREATE INDEX ix_daily_positions_claimed ON public.daily_positions USING btree (claimed_until) WHERE (claimed_until IS NOT NULL);
CREATE INDEX ix_daily_positions_due ON public.daily_positions USING btree (due);
CREATE INDEX ix_failed_attempts_player ON public.failed_attempts USING btree (player, kind, at);
CREATE INDEX ix_games_awaits_review ON public.games USING btree (changed) WHERE (awaits_review IS TRUE);
CREATE INDEX ix_games_black ON public.games USING btree (black, started);
CREATE INDEX ix_games_black_asked ON public.games USING btree (black) WHERE (offer_by IS NOT NULL);
CREATE INDEX ix_games_black_chat ON public.games USING btree (black_chat, outcome);
CREATE INDEX ix_games_black_ended ON public.games USING btree (black, changed) WHERE (outcome IS NOT NULL);
CREATE INDEX ix_games_black_open ON public.games USING btree (black) WHERE (outcome IS NULL);
CREATE INDEX ix_games_black_results ON public.games USING btree (black, white, changed, ruleset, outcome) WHERE (outcome IS NOT NULL);
CREATE INDEX ix_games_claimed ON public.games USING btree (claimed_until) WHERE (claimed_until IS NOT NULL);
CREATE INDEX ix_games_draft_chat ON public.games USING btree (draft_chat) WHERE (draft_chat IS NOT NULL);
CREATE INDEX ix_games_due ON public.games USING btree (due) WHERE ((due IS NOT NULL) AND (due_told IS FALSE));
CREATE INDEX ix_games_first_rolls ON public.games USING btree (first_rolls) WHERE (outcome IS NULL);
CREATE INDEX ix_games_remind_at ON public.games USING btree (remind_at) WHERE (remind_at IS NOT NULL);
CREATE INDEX ix_games_to_act ON public.games USING btree (to_act);
CREATE INDEX ix_games_white ON public.games USING btree (white, started);
CREATE INDEX ix_games_white_asked ON public.games USING btree (white) WHERE (offer_by IS NOT NULL);
CREATE INDEX ix_games_white_chat ON public.games USING btree (white_chat, outcome);
CREATE INDEX ix_games_white_ended ON public.games USING btree (white, changed) WHERE (outcome IS NOT NULL);
CREATE INDEX ix_games_white_open ON public.games USING btree (white) WHERE (outcome IS NULL);
CREATE INDEX ix_games_white_results ON public.games USING btree (white, black, changed, ruleset, outcome) WHERE (outcome IS NOT NULL);
CREATE INDEX ix_holidays_player ON public.holidays USING btree (player, ends);
CREATE INDEX ix_link_codes_player ON public.link_codes USING btree (player, made);
CREATE INDEX ix_links_asker ON public.links USING btree (asker);
CREATE INDEX ix_links_older ON public.links USING btree (older, linked);
CREATE INDEX ix_links_typist ON public.links USING btree (typist);
CREATE INDEX ix_log_entries_namespace ON public.log_entries USING btree (namespace);
CREATE INDEX ix_matches_first ON public.matches USING btree (first, second);
CREATE INDEX ix_matches_level ON public.matches USING btree (first, started) WHERE (level IS NOT NULL);
CREATE INDEX ix_matches_second ON public.matches USING btree (second);
CREATE INDEX ix_notifications_at ON public.notifications USING btree (at);
CREATE INDEX ix_notifications_post ON public.notifications USING btree (post, state);
CREATE INDEX ix_players_own_name ON public.players USING btree (own_name) WHERE (own_name IS NOT NULL);
CREATE INDEX ix_posts_chat ON public.posts USING btree (chat, message);
CREATE INDEX ix_posts_games ON public.posts USING btree (chat, id) WHERE (subject = 'game'::text);
CREATE INDEX ix_posts_not_before ON public.posts USING btree (not_before) WHERE (not_before IS NOT NULL);
CREATE INDEX ix_posts_undelivered ON public.posts USING btree (chat) WHERE ((shown_revision < wanted_revision) OR (sent_revision < fresh_revision));
CREATE INDEX ix_puzzle_answers_player ON public.puzzle_answers USING btree (player);
CREATE INDEX ix_puzzles_asked ON public.puzzles USING btree (asked);
CREATE INDEX ix_questions_player ON public.questions USING btree (player);
CREATE INDEX ix_retired_not_before ON public.retired USING btree (not_before) WHERE (not_before IS NOT NULL);
CREATE INDEX ix_telegram_updates_chat_waiting ON public.telegram_updates USING btree (chat) WHERE (handled_at IS NULL);
CREATE INDEX ix_telegram_updates_handled_at ON public.telegram_updates USING btree (handled_at);
CREATE INDEX ix_telegram_updates_process ON public.telegram_updates USING btree (process) WHERE (handled_at IS NULL);
CREATE INDEX ix_unreadable_entries_at ON public.unreadable_entries USING btree (at);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT fk_accounts_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.bans
    ADD CONSTRAINT fk_bans_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT fk_blocks_blocked FOREIGN KEY (blocked) REFERENCES public.players(id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT fk_blocks_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT fk_challenges_challenger FOREIGN KEY (challenger) REFERENCES public.players(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT fk_challenges_chat FOREIGN KEY (chat) REFERENCES public.chats(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT fk_challenges_game FOREIGN KEY (game) REFERENCES public.games(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT fk_challenges_opponent FOREIGN KEY (opponent) REFERENCES public.players(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT fk_challenges_rematch_of FOREIGN KEY (rematch_of) REFERENCES public.games(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT fk_challenges_taker FOREIGN KEY (taker) REFERENCES public.players(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT fk_challenges_taker_chat FOREIGN KEY (taker_chat) REFERENCES public.chats(id);
ALTER TABLE ONLY public.chat_members
    ADD CONSTRAINT fk_chat_members_chat FOREIGN KEY (chat) REFERENCES public.chats(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.chat_members
    ADD CONSTRAINT fk_chat_members_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.chats
    ADD CONSTRAINT fk_chats_owner FOREIGN KEY (owner) REFERENCES public.players(id);
ALTER TABLE ONLY public.daily_positions
    ADD CONSTRAINT fk_daily_positions_chat FOREIGN KEY (chat) REFERENCES public.chats(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_game FOREIGN KEY (game) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.failed_attempts
    ADD CONSTRAINT fk_failed_attempts_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_black FOREIGN KEY (black) REFERENCES public.players(id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_black_chat FOREIGN KEY (black_chat) REFERENCES public.chats(id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_draft_chat FOREIGN KEY (draft_chat) REFERENCES public.chats(id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_match FOREIGN KEY (match) REFERENCES public.matches(id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_offer_by FOREIGN KEY (offer_by) REFERENCES public.players(id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_to_act FOREIGN KEY (to_act) REFERENCES public.players(id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_white FOREIGN KEY (white) REFERENCES public.players(id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_white_chat FOREIGN KEY (white_chat) REFERENCES public.chats(id);
ALTER TABLE ONLY public.holidays
    ADD CONSTRAINT fk_holidays_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.link_changes
    ADD CONSTRAINT fk_link_changes_link FOREIGN KEY (link) REFERENCES public.links(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.link_codes
    ADD CONSTRAINT fk_link_codes_chat FOREIGN KEY (chat) REFERENCES public.chats(id);
ALTER TABLE ONLY public.link_codes
    ADD CONSTRAINT fk_link_codes_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT fk_links_asker FOREIGN KEY (asker) REFERENCES public.players(id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT fk_links_asker_chat FOREIGN KEY (asker_chat) REFERENCES public.chats(id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT fk_links_older FOREIGN KEY (older) REFERENCES public.players(id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT fk_links_typist FOREIGN KEY (typist) REFERENCES public.players(id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT fk_links_typist_chat FOREIGN KEY (typist_chat) REFERENCES public.chats(id);
ALTER TABLE ONLY public.matches
    ADD CONSTRAINT fk_matches_first FOREIGN KEY (first) REFERENCES public.players(id);
ALTER TABLE ONLY public.matches
    ADD CONSTRAINT fk_matches_second FOREIGN KEY (second) REFERENCES public.players(id);
ALTER TABLE ONLY public.matches
    ADD CONSTRAINT fk_matches_starter FOREIGN KEY (starter) REFERENCES public.players(id);
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT fk_notifications_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT fk_notifications_post FOREIGN KEY (post) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.own_puzzles
    ADD CONSTRAINT fk_own_puzzles_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT fk_posts_chat FOREIGN KEY (chat) REFERENCES public.chats(id);
ALTER TABLE ONLY public.puzzle_answers
    ADD CONSTRAINT fk_puzzle_answers_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.puzzle_answers
    ADD CONSTRAINT fk_puzzle_answers_puzzle FOREIGN KEY (puzzle) REFERENCES public.puzzles(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.puzzles
    ADD CONSTRAINT fk_puzzles_chat FOREIGN KEY (chat) REFERENCES public.chats(id);
ALTER TABLE ONLY public.puzzles
    ADD CONSTRAINT fk_puzzles_game FOREIGN KEY (game) REFERENCES public.games(id);
ALTER TABLE ONLY public.questions
    ADD CONSTRAINT fk_questions_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.retired
    ADD CONSTRAINT fk_retired_chat FOREIGN KEY (chat) REFERENCES public.chats(id);
ALTER TABLE ONLY public.retired
    ADD CONSTRAINT fk_retired_game FOREIGN KEY (game) REFERENCES public.games(id);
