#!/usr/bin/env node
// The one file that is read before it is known which Node.js reads it: no syntax here is newer than Node.js 12.
const version = process.versions.node;
const [major, minor] = version.split('.').map(Number) as [number, number];
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    'robotics-mcp needs Node.js 20.19 or newer, and this is ' +
      version +
      ' (' +
      process.execPath +
      '). Install a newer one from https://nodejs.org, and name it in the configuration of your MCP client.\n',
  );
  process.exit(1);
}
import('./start.ts');
