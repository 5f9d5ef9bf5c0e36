import { enteredFiles } from './walk/entered.ts';
import { walks } from './walk/requests.ts';

const HELP = `npm run walk -- ${Object.keys(walks).join('|')}

Lists the modules of src that the program enters while it answers one request, in the order in which it enters them,
each with the function by which it does. A module counts if a function of it runs between the request and its answer;
loading it does not count. Each request is made once before, so that code and data are there, and asks for something
else then. sync is the whole command; what applies the data in a thread of its own is not watched.

${Object.entries(walks)
  .map(([name, { what }]) => `  ${name.padEnd(8)}${what}`)
  .join('\n')}
`;

const [name = ''] = process.argv.slice(2);
const walk = walks[name];
if (walk === undefined) {
  console.error(HELP);
  process.exit(name === '--help' ? 0 : 2);
}
// The streams that the program is given here do not keep the process alive; over stdio it takes the console for itself.
const { log } = console;
setInterval(() => undefined, 60_000);
const entered = await enteredFiles(new URL('..', import.meta.url).href, await walk.start());
const modules = entered.filter(({ file }) => file.startsWith('src/'));
for (const [index, { file, name: by }] of modules.entries()) {
  log(`${String(index + 1).padStart(3)}  ${file.slice(4)}${by === '' ? '' : `  ${by}`}`);
}
log(`\n${walk.what}: ${modules.length} modules`);
process.exit();
