import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { isSyncError, type SyncProblem, syncError } from '../releases/release-source.ts';
import { type Applied, type ApplyTask, apply } from './apply.ts';

/** The command line by which the program is started as the worker that applies what was fetched. */
const applyCommand = 'apply-synced-data';

type Reply =
  | { readonly applied: Applied }
  | { readonly problem: SyncProblem; readonly message: string }
  | { readonly failure: string };

/**
 * Applies what was fetched in a thread of its own, so that answers go out meanwhile. `program` is the file of the
 * built program. Rejects with a SyncError for what is not as its manifest states, or when the signal is aborted.
 */
export async function applyInWorker(
  program: string,
  task: ApplyTask,
  signal?: AbortSignal,
): Promise<Applied> {
  const worker = new Worker(program, { argv: [applyCommand], workerData: task });
  const stop = () => void worker.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return resultOf(await replyOf(worker));
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

/**
 * The same in a process of its own, where no thread can be started: in a standalone executable. `command` starts the
 * program.
 */
export async function applyInProcess(
  command: readonly string[],
  task: ApplyTask,
  signal?: AbortSignal,
): Promise<Applied> {
  const [file = '', ...args] = command;
  const child = spawn(file, [...args, applyCommand], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const stop = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const reply = replyOf(child);
    child.send(task);
    return resultOf(await reply);
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

function resultOf(reply: Reply): Applied {
  if ('applied' in reply) return reply.applied;
  if ('problem' in reply) throw syncError(reply.problem, reply.message);
  throw new Error(`What was fetched could not be applied: ${reply.failure}`);
}

function replyOf(helper: Worker | ChildProcess): Promise<Reply> {
  return new Promise((resolve, reject) => {
    helper.once('message', resolve);
    helper.once('error', reject);
    helper.once('exit', () =>
      reject(
        syncError('stopped', 'Syncing was stopped before the data were applied. They are as they were.'),
      ),
    );
  });
}

/** What runs in that thread, or process. False if this is none. */
export async function runApplyWorker(): Promise<boolean> {
  if (parentPort !== null) {
    parentPort.postMessage(await replyTo(workerData as ApplyTask));
    return true;
  }
  if (process.send === undefined) return false;
  const [task] = (await once(process, 'message')) as [ApplyTask];
  process.send(await replyTo(task));
  process.disconnect();
  return true;
}

async function replyTo(task: ApplyTask): Promise<Reply> {
  try {
    return { applied: await apply(task) };
  } catch (error) {
    if (isSyncError(error)) return { problem: error.code, message: error.message };
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
