# One stage of packages, one without npm's cache: the image holds the sources, what they need to run, and nothing else.

# The base by its content, for amd64, arm64 and ppc64le: what a tag means may change, a digest cannot. docs/operating.md says how to take
# a newer one. Its version is that of the Node that the tests run on, which a test holds.
ARG NODE_IMAGE=node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY src ./src
COPY tools/ledger ./tools/ledger
COPY fixtures/compiled ./fixtures/compiled
# A place for a durable file (DATABASE_URL=sqlite:/data/svc.sqlite) and one for compiled code, for the unprivileged user.
RUN mkdir -p /data node_modules/.cache/svc && chown node:node /data node_modules/.cache/svc
USER node
# Starts the service once and stops it: what Node compiles then is in the image, so that no container does it again.
RUN node --import ./src/compile-cache.js --disable-warning=ExperimentalWarning --input-type=module \
  --eval "await import('/app/src/server.ts'); process.kill(process.pid, 'SIGTERM')" > /dev/null
# The only folder that a service writes to: the rest of the file system may be read-only.
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the process, with no shell before it: SIGTERM reaches it, and running streams may finish.
ENTRYPOINT []
CMD ["node", "--import", "./src/compile-cache.js", "--disable-warning=ExperimentalWarning", "src/server.ts"]
