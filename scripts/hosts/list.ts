/** Where a host is tried: an empty home, the folder that stands for a repository with the plugin, and the model to ask. */
export interface Trial {
  readonly marketplace: string;
  readonly folder: string;
  readonly model: string;
}

/** One command of a host, and what it has to print. */
interface Step {
  readonly args: readonly string[];
  readonly says: RegExp;
}

/** A host of the npm registry, and how it takes a plugin. */
export interface Host {
  readonly id: string;
  readonly title: string;
  readonly package: string;
  readonly command: string;
  /** Written into the home beforehand, by path. */
  readonly settings?: Readonly<Record<string, object>>;
  readonly environment: (trial: Trial) => Readonly<Record<string, string>>;
  readonly steps: (trial: Trial) => readonly Step[];
}

const QUESTION = 'Find the Unitree G1.';
/** What the tool has to answer, whatever else the host prints. */
const ANSWERED = /The tool answered: [\s\S]*unitree-g1/;

/** The hosts that take the folder, each in the version that was tried. */
export const hosts: readonly Host[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    package: '@anthropic-ai/claude-code@2.1.332',
    command: 'claude',
    environment: ({ model }) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'stub',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Otherwise the model would first have to search for the tool, and might be asked before the server is there.
      ENABLE_TOOL_SEARCH: 'false',
      MCP_CONNECTION_NONBLOCKING: 'false',
    }),
    steps: ({ marketplace, folder }) => [
      {
        args: ['plugin', 'validate', '--strict', '--profile', 'directory', folder],
        says: /found nothing to report[\s\S]*Validation passed/,
      },
      { args: ['plugin', 'marketplace', 'add', marketplace], says: /Successfully added/ },
      { args: ['plugin', 'install', 'robotics-mcp@robotics-mcp'], says: /Successfully installed/ },
      { args: ['mcp', 'list'], says: /robotics: npx .*Connected/ },
      { args: ['-p', QUESTION, '--allowedTools', 'mcp__plugin_robotics-mcp_robotics'], says: ANSWERED },
    ],
  },
  {
    id: 'codex',
    title: 'Codex',
    package: '@openai/codex@0.171.0',
    command: 'codex',
    environment: () => ({ OPENAI_API_KEY: 'stub' }),
    steps: ({ marketplace, model }) => {
      const provider = [
        'name="stub"',
        `base_url="${model}/v1"`,
        'wire_api="responses"',
        'env_key="OPENAI_API_KEY"',
      ];
      const options = [
        'model_provider="stub"',
        'model="stub"',
        ...provider.map((set) => `model_providers.stub.${set}`),
      ];
      return [
        { args: ['plugin', 'marketplace', 'add', marketplace], says: /Added marketplace/ },
        { args: ['plugin', 'add', 'robotics-mcp@robotics-mcp'], says: /Added plugin/ },
        { args: ['mcp', 'list'], says: /robotics +npx .*enabled/ },
        {
          // It passes nothing of its environment on to a server, and does not wait for one before it asks the model.
          args: [
            'exec',
            '--skip-git-repo-check',
            '--dangerously-bypass-approvals-and-sandbox',
            ...options.flatMap((option) => ['-c', option]),
            QUESTION,
          ],
          says: new RegExp(`search_robots \\(completed\\)[\\s\\S]*${ANSWERED.source}`),
        },
      ];
    },
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    package: '@google/gemini-cli@0.61.0',
    command: 'gemini',
    settings: {
      '.gemini/settings.json': {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
      },
    },
    environment: ({ model }) => ({
      GEMINI_API_KEY: 'stub',
      GOOGLE_GEMINI_BASE_URL: model,
      // A folder that nobody has trusted shows every server as Disabled.
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    steps: ({ folder }) => [
      { args: ['extensions', 'validate', folder], says: /successfully validated/ },
      { args: ['extensions', 'install', folder, '--consent'], says: /installed successfully/ },
      { args: ['mcp', 'list'], says: /robotics .*Connected/ },
      { args: ['-m', 'gemini-2.5-flash', '--approval-mode', 'yolo', '-p', QUESTION], says: ANSWERED },
    ],
  },
];
