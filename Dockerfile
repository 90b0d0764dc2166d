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
COPY fixtures/content ./fixtures/content
# A place for a durable file (DATABASE_URL=sqlite:/data/svc.sqlite) that the unprivileged user may write to.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the process, so SIGTERM reaches it and running streams may finish.
CMD ["node", "--disable-warning=ExperimentalWarning", "src/server.ts"]
