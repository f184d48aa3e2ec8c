"""Doctor: what is right and what is wrong with a host's settings, machine and accounts: `nardy doctor`."""

from bot.doctor.examination import examine as examine
from bot.doctor.findings import Finding as Finding
