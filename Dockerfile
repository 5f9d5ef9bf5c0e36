# The hosted style: HTTP on port 8787, contributions and synced data in /data. See docs/docker.md.

FROM node:22-alpine AS build
WORKDIR /src
COPY . .
# Installing builds as well; what is then packed is what is published.
RUN npm ci --no-audit --no-fund \
 && npm pack --ignore-scripts --pack-destination /tmp \
 && mkdir /package \
 && tar -xzf /tmp/robotics-mcp-*.tgz -C /package --strip-components=1

FROM node:22-alpine
# The package needs no other: the image loses its package managers, and with them most of what could be found in it.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/yarn* \
 && mkdir /data \
 && chown node:node /data
COPY --from=build /package /app
ENV NODE_ENV=production \
    ROBOTICS_MCP_HOST=0.0.0.0 \
    ROBOTICS_MCP_PORT=8787 \
    ROBOTICS_MCP_HOME=/data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ROBOTICS_MCP_PORT}/api/mcp?ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/cli.js"]
CMD ["--http"]
