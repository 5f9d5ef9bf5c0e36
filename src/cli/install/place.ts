import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { FileSystem } from '../../lib/file-system.ts';
import { cannotEdit } from './editor.ts';

/** A host's configuration, and the folder out of which no link in it may lead. */
export interface ConfigFile {
  readonly path: string;
  /** The user's own, or what came with a project, whoever wrote it. */
  readonly scope: 'user' | 'project';
  /** The user's home, or the project's directory. */
  readonly folder: string;
}

interface Place {
  /** The file itself, behind every link. */
  readonly place: string;
  /** Whether there is a link below the folder on the way to it. */
  readonly isLinked: boolean;
}

/**
 * Finds the file that a name stands for. Throws where links lead out of the folder: whoever wrote a project could have any
 * file of its user's changed so, and copied. Links of the user's own, as those who keep their settings elsewhere have them,
 * may lead to what is the user's too.
 */
export async function findPlace({ path, scope, folder }: ConfigFile, files: FileSystem): Promise<Place> {
  const [place, within] = await Promise.all([realPath(path, files), realPath(folder, files)]);
  // A variable of the environment may name a directory elsewhere, which is then as good as the home.
  const base = isWithin(path, folder) ? folder : dirname(path);
  const realBase = await realPath(base, files);
  const isLinked = place !== join(realBase, relative(base, path));
  const isInside = [within, realBase].some((each) => isWithin(place, each));
  if (isInside || (scope === 'user' && isOfSameUser(place, within, files))) return { place, isLinked };
  const whose = scope === 'user' ? 'the home folder' : 'the project';
  throw cannotEdit(`it leads by a link to ${place}, outside ${whose} ${folder}`);
}

/** A path without links, also of what is not there yet. */
async function realPath(path: string, files: FileSystem): Promise<string> {
  const target = await files.resolve(path);
  const parent = dirname(target);
  return parent === target ? target : join(await realPath(parent, files), basename(target));
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Whether a file, or the directory where it will be, belongs to whom the home folder belongs to. */
function isOfSameUser(place: string, home: string, files: FileSystem): boolean {
  const owner = (files.stat(place) ?? files.stat(dirname(place)))?.uid;
  return owner !== undefined && owner === files.stat(home)?.uid;
}
