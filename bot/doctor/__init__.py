"""Doctor: `nardy doctor` checks a host's settings, machine and platform accounts."""

from bot.doctor.examination import examine as examine
from bot.doctor.findings import Finding as Finding
