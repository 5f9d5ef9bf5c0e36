import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Since Node.js 22.8. */
interface CompileCache {
  readonly enableCompileCache?: (directory?: string) => unknown;
  readonly flushCompileCache?: () => void;
}

/** Hosts kill their servers: what is written at a clean exit alone would seldom be written. */
const FLUSH_AFTER_MS = [1_000, 5_000];

/**
 * Lets Node.js keep what it has compiled of the code that is loaded from here on, for the next start. It is written
 * in the background, soon; where it cannot be, or Node.js does not know how, everything is as it was.
 */
export function keepCompiled(env: Readonly<Record<string, string | undefined>>): void {
  const { enableCompileCache, flushCompileCache } = module as CompileCache;
  if (enableCompileCache === undefined || flushCompileCache === undefined) return;
  enableCompileCache(env.NODE_COMPILE_CACHE ?? join(cacheDirectory(env, process.platform), 'compiled'));
  for (const delay of FLUSH_AFTER_MS) setTimeout(flushCompileCache, delay).unref();
}

/** A place of the user's own: what stands there is run. */
function cacheDirectory(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const home = homedir();
  if (platform === 'win32')
    return join(env.LOCALAPPDATA || join(home, 'AppData/Local'), 'robotics-mcp/Cache');
  if (platform === 'darwin') return join(home, 'Library/Caches/robotics-mcp');
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'robotics-mcp');
}
