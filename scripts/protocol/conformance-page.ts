/** How one scenario went. */
export interface Verdict {
  readonly scenario: string;
  /** The revision does not score it: it is an extension, or came later. Only told without a baseline. */
  readonly unscored: boolean;
  /** No check failed. */
  readonly ok: boolean;
  /** Checks that passed. */
  readonly checks: number;
}

/** The suite of a revision, run against the plain product or against one with fixtures. */
export interface Run {
  readonly server: 'product' | 'fixtures';
  readonly revision: string;
  readonly verdicts: readonly Verdict[];
}

const HEAD = `# Conformance

The official suite (\`@modelcontextprotocol/conformance\` 0.2.0-alpha.12) runs twice for each revision, in CI and by
\`npm run check:conformance\`:

- against the **product** as it is built. Scenarios that call a tool, prompt or resource which the suite wants of a test
  server cannot pass there; \`test/conformance/baseline-*.yml\` names each such check and why, and any other failure, or
  an entry that begins to pass, fails the run.
- against the same hosting code and server factory **with fixtures**: \`test/conformance/fixtures\` adds what the suite
  calls, from the outside and never in the package. There is no baseline: every required scenario passes.

This page is written by \`npm run check:conformance -- --write\`, and CI fails when it is not what the suite says.
A number is that of the checks that passed.
`;

const TAIL = `
¹ Nothing to check, which the suite tells as a warning: the server keeps no sessions, which the revision leaves to it.

The scenarios of skills (SEP-2640) run against the product, and have to pass with this many checks: what is not
declared is skipped, and would pass too.

Of what is not required, the tasks extension is not implemented (with fixtures or without), and \`Mcp-Param-*\` headers are not read, since no tool
declares any.
`;

/** The page of docs/ that tells how every scenario went. */
export function conformancePage(runs: readonly Run[]): string {
  const revisions = [...new Set(runs.map(({ revision }) => revision))];
  const columns = revisions.flatMap((revision) =>
    (['product', 'fixtures'] as const).map((server) => ({
      server,
      title: `${revision}, ${server === 'product' ? 'product' : 'with fixtures'}`,
      verdicts: verdictsOf(runs, revision, server),
    })),
  );
  const table = (isWanted: (scenario: string) => boolean) =>
    [
      `| scenario | ${columns.map(({ title }) => title).join(' | ')} |`,
      `|---|${columns.map(() => '---|').join('')}`,
      ...scenariosOf(runs)
        .filter(isWanted)
        .map((scenario) => {
          const cells = columns.map(({ server, verdicts }) => cell(verdicts.get(scenario), server));
          return `| ${scenario} | ${cells.join(' | ')} |`;
        }),
    ].join('\n');
  const unscored = new Set(
    runs
      .flatMap(({ verdicts }) => verdicts.filter((verdict) => verdict.unscored))
      .map(({ scenario }) => scenario),
  );
  const isRequired = (scenario: string) => !unscored.has(scenario);
  return [
    HEAD,
    '## Required',
    '',
    table(isRequired),
    '',
    '## Not required',
    '',
    table((scenario) => !isRequired(scenario)),
    TAIL,
  ].join('\n');
}

function scenariosOf(runs: readonly Run[]): string[] {
  return [...new Set(runs.flatMap(({ verdicts }) => verdicts.map(({ scenario }) => scenario)))];
}

function verdictsOf(runs: readonly Run[], revision: string, server: Run['server']): Map<string, Verdict> {
  const found = runs.find((run) => run.revision === revision && run.server === server);
  return new Map((found?.verdicts ?? []).map((verdict) => [verdict.scenario, verdict]));
}

function cell(verdict: Verdict | undefined, server: Run['server']): string {
  if (verdict === undefined) return '–';
  if (!verdict.ok) return server === 'product' ? 'wants fixtures' : 'fails';
  return verdict.checks === 0 ? '¹' : `✓ ${verdict.checks}`;
}
