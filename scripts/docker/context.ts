import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * The files of a clone that `docker build .` sends, as paths from the root: those that `.dockerignore` lets through, but for
 * what Git ignores, which another clone has not.
 */
export function contextFiles(root: string): string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' });
  const isIgnored = readIgnoreFile(readFileSync(join(root, '.dockerignore'), 'utf8'));
  return files.split('\0').filter((path) => path !== '' && !isIgnored(path) && existsSync(join(root, path)));
}

/**
 * Reads a `.dockerignore` as the daemon does: https://docs.docker.com/build/concepts/context/#dockerignore-files. A
 * pattern that fits a directory fits what is in it, `!` brings back, and the last one that fits decides.
 */
export function readIgnoreFile(text: string): (path: string) => boolean {
  const rules = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.trim())
    .flatMap((line) => {
      const isException = line.startsWith('!');
      const pattern = posix.normalize(line.slice(isException ? 1 : 0).trim()).replace(/^\/+|\/+$/g, '');
      return line === '' || pattern === '.' ? [] : [{ isException, expression: expressionOf(pattern) }];
    });
  return (path) => {
    const parts = path.split('/');
    const ways = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
    const last = rules.findLast(({ expression }) => ways.some((way) => expression.test(way)));
    return last !== undefined && !last.isException;
  };
}

/** Go's filepath.Match, with `**` for any number of directories. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|\[\^?[^\]]+\]|\\?[\s\S]/g, (token) => {
    if (token === '**/') return '(?:.*/)?';
    if (token === '**') return '.*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.startsWith('[') && token.length > 1) return token;
    return token.slice(-1).replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  });
  return new RegExp(`^${source}$`);
}
