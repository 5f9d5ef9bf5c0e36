import { type Debugger, type Profiler, Session } from 'node:inspector/promises';

/** A function of the program that ran: its file, from the root of the project, and its name. */
interface Entered {
  readonly file: string;
  readonly name: string;
}

/** A function, by where it stands in a script as V8 has loaded it. */
interface Place extends Entered {
  readonly scriptId: string;
  readonly offset: number;
  readonly calls: number;
}

/** What is called more often in one request is never what enters a file, and takes long to note. */
const MOST_CALLS = 200;

/**
 * Says which files of `folder` (an address that ends with a slash) have a function that runs in the course of `ask`, in
 * the order in which the first of each is entered. Asks three times: to load what is needed, to see what runs, and to see
 * in which order.
 */
export async function enteredFiles(folder: string, ask: () => Promise<void>): Promise<Entered[]> {
  await ask();
  const session = new Session();
  session.connect();
  const sources = new Map<string, Promise<string>>();
  session.on('Debugger.scriptParsed', ({ params: { scriptId } }) => {
    const source = () => session.post('Debugger.getScriptSource', { scriptId });
    sources.set(
      scriptId,
      Promise.resolve()
        .then(source)
        .then(({ scriptSource }) => scriptSource),
    );
  });
  await session.post('Debugger.enable');
  const ran = await functionsRun(session, folder, ask);
  const order: number[] = [];
  Reflect.set(globalThis, NOTE, (index: number) => order.push(index));
  for (const [index, place] of ran.entries()) {
    if (place.calls > MOST_CALLS) continue;
    await noteAt(session, place, index, (await sources.get(place.scriptId)) ?? '');
  }
  await ask();
  session.disconnect();
  const inOrder = [...new Set(order)].map((index) => ran[index] as Place);
  // Some functions have no place to stop at: what they are the only ones of comes last.
  const firsts = new Map<string, Entered>();
  for (const { file, name } of [...inOrder, ...ran]) {
    if (!firsts.has(file)) firsts.set(file, { file, name });
  }
  return [...firsts.values()];
}

/** V8 counts the calls of every function; reading the numbers sets them back. */
async function functionsRun(session: Session, folder: string, ask: () => Promise<void>): Promise<Place[]> {
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await ask();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  return result.filter(({ url }) => url.startsWith(folder)).flatMap((script) => placesIn(script, folder));
}

function placesIn({ scriptId, url, functions }: Profiler.ScriptCoverage, folder: string): Place[] {
  const file = url.slice(folder.length).replace(/\?.*$/, '');
  return functions.flatMap(({ functionName: name, ranges: [range] }) => {
    // The first function of a script is the script itself.
    if (range === undefined || range.count === 0 || range.startOffset === 0) return [];
    return [{ scriptId, file, name, offset: range.startOffset, calls: range.count }];
  });
}

const NOTE = 'noteEnteredFunction';

/** Has the function tell when it is entered: a breakpoint whose condition takes a note and never holds. */
async function noteAt(session: Session, place: Place, index: number, source: string): Promise<void> {
  // Stopping before a constructor's call of `super` makes V8 call it twice.
  if (/^(?:class|constructor)\b/.test(source.slice(place.offset))) return;
  const start = { scriptId: place.scriptId, ...positionOf(source, place.offset) };
  const { locations } = await session.post('Debugger.getPossibleBreakpoints', {
    start,
    restrictToFunction: true,
  });
  const location: Debugger.Location | undefined = locations[0];
  if (location === undefined) return;
  const condition = `${NOTE}(${index}), false`;
  await session.post('Debugger.setBreakpoint', { location, condition }).catch(() => undefined);
}

function positionOf(source: string, offset: number): { lineNumber: number; columnNumber: number } {
  const before = source.slice(0, offset).split('\n');
  return { lineNumber: before.length - 1, columnNumber: before.at(-1)?.length ?? 0 };
}
