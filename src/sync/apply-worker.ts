import { parentPort, Worker, workerData } from 'node:worker_threads';
import { type Applied, type ApplyTask, apply } from './apply.ts';
import { SyncError, type SyncProblem } from './errors.ts';

/** The command line by which the program is started as the worker that applies what was fetched. */
export const applyCommand = 'apply-synced-data';

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
    const reply = await replyOf(worker);
    if ('applied' in reply) return reply.applied;
    if ('problem' in reply) throw new SyncError(reply.problem, reply.message);
    throw new Error(`What was fetched could not be applied: ${reply.failure}`);
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

function replyOf(worker: Worker): Promise<Reply> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () =>
      reject(
        new SyncError('stopped', 'Syncing was stopped before the data were applied. They are as they were.'),
      ),
    );
  });
}

/** What runs in that thread. False if this is none. */
export async function runApplyWorker(): Promise<boolean> {
  if (parentPort === null) return false;
  parentPort.postMessage(await replyTo(workerData as ApplyTask));
  return true;
}

async function replyTo(task: ApplyTask): Promise<Reply> {
  try {
    return { applied: await apply(task) };
  } catch (error) {
    if (error instanceof SyncError) return { problem: error.problem, message: error.message };
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
