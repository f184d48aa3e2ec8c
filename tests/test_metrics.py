"""The metrics for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.chats.base import Request
from bot.chats.web.tab_places import TabFigures
from bot.health_check import HealthReport
from bot.monitoring import Metrics
from bot.sessions import Backlog, Workload

WORK = Workload(
    {"telegram": Backlog(3, timedelta(seconds=90), None)}, timedelta(seconds=2), 7, timedelta(hours=5)
)
REPORT = HealthReport(workload=WORK, platforms={"web": True, "telegram": False}, is_writable=True)


def values(text: bytes) -> dict[str, float]:
    """Return the value of each metric of ours, by its name and labels."""
    return {
        " ".join((sample.name, *(value for _, value in sorted(sample.labels.items())))): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
        if sample.name.startswith("nardy_")
    }


def test_a_report_becomes_gauges() -> None:
    """Undelivered posts by platform, overdue alarms, open games and working parts are metrics."""
    found = values(Metrics().text(REPORT))
    assert (
        found.items()
        >= {
            "nardy_database_writable": 1.0,
            "nardy_platform_up web": 1.0,
            "nardy_platform_up telegram": 0.0,
            "nardy_undelivered_posts web": 0.0,
            "nardy_undelivered_posts telegram": 3.0,
            "nardy_oldest_undelivered_post_age_seconds": 90.0,
            "nardy_alarms_overdue_seconds": 2.0,
            "nardy_games_open": 7.0,
            "nardy_backup_age_seconds": 18000.0,
        }.items()
    )


def test_a_renamed_metric_is_served_under_its_old_name_too() -> None:
    """A dashboard for the last release finds each renamed metric with the same labels and value."""
    metrics = Metrics()
    metrics.unread("READY")
    with metrics.action("web"):
        pass
    found = values(metrics.text(REPORT))
    pairs = {
        "nardy_posts_owed telegram": "nardy_undelivered_posts telegram",
        "nardy_oldest_owed_seconds": "nardy_oldest_undelivered_post_age_seconds",
        "nardy_action_seconds_bucket 0.5": "nardy_action_duration_seconds_bucket 0.5",
        "nardy_action_seconds_sum": "nardy_action_duration_seconds_sum",
        "nardy_discord_unread_total READY": "nardy_discord_unreadable_events_total READY",
    }
    assert {old: found[old] for old in pairs} == {old: found[new] for old, new in pairs.items()}


def test_unknown_figures_are_left_out() -> None:
    """Without a workload its figures are left out, but the state of the database is reported."""
    found = values(Metrics().text(HealthReport(workload=None, platforms={"web": True}, is_writable=False)))
    assert found["nardy_database_writable"] == 0.0
    assert not any(
        name.startswith(("nardy_games", "nardy_undelivered_posts", "nardy_oldest")) for name in found
    )


def test_tabs_are_counted_at_each_request() -> None:
    """The figures of open, allowed, refused and evicted tabs are read at each request."""
    metrics, figures = Metrics(), [TabFigures(1, 2, 3, 2000, 4, 5), TabFigures(0, 0, 9, 2000, 4, 6)]
    metrics.follow_tabs(lambda: figures.pop(0))
    assert {name: value for name, value in values(metrics.text(REPORT)).items() if "tabs" in name} == {
        "nardy_tabs arriving": 1.0,
        "nardy_tabs unseated": 2.0,
        "nardy_tabs seated": 3.0,
        "nardy_tabs_limit": 2000.0,
        "nardy_tabs_refused_total": 4.0,
        "nardy_tabs_evicted_total": 5.0,
        "nardy_tabs_gave_way_total": 5.0,
    }
    assert values(metrics.text(REPORT))["nardy_tabs seated"] == 9.0


def test_without_a_backup_its_age_is_left_out() -> None:
    """The age of the last backup is left out if there is none."""
    report = HealthReport(workload=Workload({}, None, 0), platforms={}, is_writable=True)
    assert "nardy_backup_age_seconds" not in values(Metrics().text(report))


def test_actions_are_counted_and_timed() -> None:
    """An action counts for its platform with its duration, even if it fails."""
    moments: Iterator[float] = iter((10.0, 10.03, 20.0, 20.3))
    metrics = Metrics(lambda: next(moments))
    with metrics.action("web"):
        pass
    with pytest.raises(ZeroDivisionError), metrics.action("discord"):
        raise ZeroDivisionError
    found = values(metrics.text(REPORT))
    assert (found["nardy_actions_total web"], found["nardy_actions_total discord"]) == (1.0, 1.0)
    assert found["nardy_action_duration_seconds_count"] == 2.0
    assert found["nardy_action_duration_seconds_sum"] == pytest.approx(0.33)
    assert (
        found["nardy_action_duration_seconds_bucket 0.05"],
        found["nardy_action_duration_seconds_bucket 0.5"],
    ) == (1.0, 2.0)


def test_deliveries_are_counted_by_platform_and_kind() -> None:
    """Each kind of delivered request has a counter for each platform."""
    metrics = Metrics()
    for request in (*Request, Request.SEND):
        metrics.delivered("telegram", request)
    found = values(metrics.text(REPORT))
    assert {name: value for name, value in found.items() if name.startswith("nardy_posts_sent_total")} == {
        "nardy_posts_sent_total send telegram": 2.0,
        "nardy_posts_sent_total edit telegram": 1.0,
        "nardy_posts_sent_total edit_step telegram": 1.0,
        "nardy_posts_sent_total retire telegram": 1.0,
    }


def test_unreadable_events_are_counted_by_name() -> None:
    """Each kind of gateway event that could not be read has a counter."""
    metrics = Metrics()
    for event in ("READY", "READY", "UNKNOWN"):
        metrics.unread(event)
    found = values(metrics.text(REPORT))
    assert found["nardy_discord_unreadable_events_total READY"] == 2.0
    assert found["nardy_discord_unreadable_events_total UNKNOWN"] == 1.0


def test_the_process_has_metrics() -> None:
    """The standard metrics of a Python process have their standard names."""
    text = Metrics().text(REPORT).decode()
    assert "python_info{" in text
    assert "python_gc_objects_collected_total{" in text


def test_metrics_can_be_served_again() -> None:
    """A second report replaces the first."""
    metrics = Metrics()
    metrics.text(REPORT)
    later = HealthReport(workload=WORK, platforms={"web": False}, is_writable=True)
    assert values(metrics.text(later))["nardy_platform_up web"] == 0.0
