/**
 * Runs in the folder in which a client was installed: loads its driver, takes it through all that a client does, and
 * prints a line of JSON for each step. Arguments: the driver, and how to reach the server as JSON.
 */
const [driver, reach] = process.argv.slice(2);
const server = JSON.parse(reach);

/** Longer than a client takes to start the server and load its data. */
const LONGEST_STEP_MS = 30_000;

const humanoids = { category: 'humanoid', limit: 3 };
const steps = [
  ['list', (client) => client.tools?.(), (names) => names.length >= 9],
  ['search', (client) => client.call?.('search_robots', humanoids), has('results', 'humanoid')],
  [
    'papers',
    (client) => client.call?.('search_publications', { query: 'grasping' }),
    has('results', 'grasp'),
  ],
  [
    'one requirement',
    (client) => client.call?.('get_certification_info', { id: 'ul-3300-service-robots' }),
    has('checklist'),
  ],
  [
    'two in full',
    (client) => client.call?.('search_robots', { ids: ['unitree-g1', 'unitree-go2'], detail: 'full' }),
    has('sources'),
  ],
  [
    'wrong argument',
    (client) => refusal(client.call?.('search_robots', { categori: 'humanoid' })),
    has('Did you mean category'),
  ],
  ['resources', (client) => client.resources?.(), has('robotics://dataset')],
  ['read', (client) => client.read?.('robotics://robots/unitree-g1'), has('unitree-g1')],
  ['prompts', (client) => client.prompts?.(), has('compare_robots')],
  ['prompt', (client) => client.prompt?.('compare_robots', { robots: 'Spot, Unitree B2' }), has('Spot')],
  [
    'completion',
    (client) => client.complete?.('robotics://robots/{id}', 'id', 'unitree-g'),
    has('unitree-g1'),
  ],
  ['ping', (client) => client.ping?.(), () => true],
];

/** Whether an answer has one of these words, in whichever form the client hands it on. */
function has(...words) {
  return (answer) => words.some((word) => (JSON.stringify(answer) ?? '').includes(word));
}

/** Some clients answer with what the server refused, some throw it. */
async function refusal(call) {
  try {
    return await call;
  } catch (error) {
    return { refused: error.message };
  }
}

async function within(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), LONGEST_STEP_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tell(step, outcome, words = '') {
  process.stdout.write(`\n@@${JSON.stringify({ step, outcome, words: words.slice(0, 300) })}\n`);
}

async function attempt(step, act, isRight) {
  try {
    const answer = await within(Promise.resolve().then(act));
    if (answer === undefined) tell(step, 'none');
    else if (isRight(answer)) tell(step, 'ok');
    else tell(step, 'wrong', JSON.stringify(answer));
  } catch (error) {
    tell(step, 'wrong', error instanceof Error ? error.message : String(error));
  }
}

const { connect } = await import(driver);
let client;
await attempt(
  'connect',
  async () => {
    client = await connect(server);
    return client;
  },
  () => true,
);
if (client !== undefined) {
  for (const [step, act, isRight] of steps) {
    await attempt(
      step,
      async () => {
        const answer = await act(client);
        return step === 'ping' && client.ping !== undefined ? (answer ?? {}) : answer;
      },
      isRight,
    );
  }
  await attempt(
    'close',
    async () => (await client.close()) ?? {},
    () => true,
  );
}
// What a client leaves running is not waited for.
process.exit(0);
