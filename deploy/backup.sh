#!/bin/sh
# Lay a copy of the database into a folder, and keep the newest of them: of PostgreSQL where PGHOST is set, else of the
# file that NARDY_DATABASE names. With EVERY it goes on for ever, one copy each so many seconds, and
# a minute after one that was not made, such as while the database starts; without it, it is done.
set -eu
umask 077
: "${FOLDER:=/var/backups/nardy}" "${KEEP:=14}" "${EVERY:=}" "${AGAIN:=60}"

copy() {
    if [ -n "${PGHOST:-}" ]; then
        pg_dump --format=custom --file="$1"
    else
        nardy backup "$1"
    fi
}

while :; do
    ending=db
    [ -z "${PGHOST:-}" ] || ending=dump
    name="$FOLDER/nardy-$(date -u +%Y%m%dT%H%M%SZ).$ending"
    rm -f "$FOLDER"/*.unfinished
    status=0
    if copy "$name.unfinished" && mv "$name.unfinished" "$name"; then
        # The names sort by time; what is not a copy of ours is left alone.
        ls -1 "$FOLDER" | grep -E '^nardy-[0-9]{8}T[0-9]{6}Z\.(db|dump)$' | sort -r | tail -n "+$((KEEP + 1))" |
            while read -r old; do rm -f -- "$FOLDER/$old"; done
    else
        status=1
        rm -f "$name.unfinished"
        echo "No copy was made." >&2
    fi
    [ -n "$EVERY" ] || exit "$status"
    if [ "$status" = 0 ]; then sleep "$EVERY"; else sleep "$AGAIN"; fi
done
