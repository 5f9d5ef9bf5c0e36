import { cleanUpAtExit, startHttpServer, stop } from './harness/processes.ts';
import { builtProgram } from './harness/program.ts';
import { checker } from './protocol/checker.ts';

interface Request {
  readonly args: readonly string[];
  /** Where the answer has its list. */
  readonly list: (result: Result) => readonly unknown[] | undefined;
  readonly length: number;
}

interface Result {
  readonly tools?: readonly unknown[];
  readonly resources?: readonly unknown[];
  readonly prompts?: readonly unknown[];
  readonly structuredContent?: { readonly results?: readonly unknown[] };
}

const call = '{"category":"humanoid","limit":3}';

/** `--strict` fails for schemas of tools that some host could not read. */
const requests: readonly Request[] = [
  { args: ['tools/list', '--strict'], list: ({ tools }) => tools, length: 10 },
  {
    args: ['tools/call', '--tool-name', 'search_robots', '--tool-args-json', call],
    list: ({ structuredContent }) => structuredContent?.results,
    length: 3,
  },
  { args: ['resources/list'], list: ({ resources }) => resources, length: 14 },
  { args: ['prompts/list'], list: ({ prompts }) => prompts, length: 4 },
];

cleanUpAtExit();
const inspector = checker('mcp-inspector');
const { child, url } = await startHttpServer();
const servers = [
  ['stdio', [process.execPath, builtProgram()]],
  ['HTTP', [url, '--transport', 'http']],
] as const;
for (const [transport, server] of servers) {
  // Each run is a process that mostly starts; two at a time keep two cores busy.
  await Promise.all(['legacy', 'modern'].map((era) => check(transport, server, era)));
}
await stop(child);

async function check(transport: string, server: readonly string[], era: string): Promise<void> {
  const warnings: number[] = [];
  for (const { args, list, length } of requests) {
    const given = ['--cli', ...server, '--protocol-era', era, '--format', 'json', '--method', ...args];
    const { code, stdout, stderr } = await inspector(given);
    const found = code === 0 ? list((JSON.parse(stdout) as { result: Result }).result)?.length : undefined;
    if (found !== length) {
      console.error(`${transport}, ${era}, ${args[0]}: exit code ${code}, ${found} instead of ${length}.`);
      console.error(stderr);
      process.exitCode = 1;
    }
    const warned = [...stderr.matchAll(/^Warning: tool/gm)].length;
    if (warned > 0) {
      console.error(stderr);
      process.exitCode = 1;
    }
    warnings.push(warned);
  }
  const told = warnings.reduce((sum, count) => sum + count, 0);
  console.log(`${transport}, ${era}: ${requests.length} requests, ${told} warnings about schemas.`);
}
