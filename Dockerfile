# Nardy in a container: a small image without compilers. It runs as a user without rights, who can write /data and /tmp only.
#
#   docker build -t nardy .
#   docker run --read-only --tmpfs /tmp -v nardy:/data -p 127.0.0.1:8765:8765 --env-file .env nardy

# Debian 13, because it has the client programs of PostgreSQL 17, the server in deploy/compose.yaml.
FROM python:3.11-slim-trixie AS built
WORKDIR /src
RUN python -m venv /opt/nardy
COPY requirements.lock ./
RUN /opt/nardy/bin/python -m pip install --no-cache-dir --require-hashes --requirement requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY renderers renderers
COPY storage storage
RUN /opt/nardy/bin/python -m pip install --no-cache-dir --no-deps --no-build-isolation .
RUN /opt/nardy/bin/python -m pip uninstall --yes setuptools pip

FROM python:3.11-slim-trixie
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fonts-dejavu-core postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin nardy \
    && install -d -o nardy -g 0 -m 0770 /data
COPY --from=built /opt/nardy /opt/nardy
ENV PATH=/opt/nardy/bin:/usr/local/bin:/usr/bin:/bin
ENV PYTHONUNBUFFERED=1
ENV PYTHONDONTWRITEBYTECODE=1
ENV NARDY_DATABASE=/data/nardy.db \
    NARDY_CACHE=/data
ENV NARDY_HOST=0.0.0.0
ENV NARDY_METRICS_PORT=9464
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8765
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:9464/healthz', timeout=4)"]
ENTRYPOINT ["nardy"]
