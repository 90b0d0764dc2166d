# One stage of packages, one without npm's cache: the image holds the sources, what they need to run, and nothing else.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:24-slim
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
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the process, so SIGTERM reaches it and running streams may finish.
CMD ["node", "--import", "./src/compile-cache.js", "--disable-warning=ExperimentalWarning", "src/server.ts"]
