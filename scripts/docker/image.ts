import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { contextFiles } from './context.ts';
import { readDockerfile, type Stage } from './dockerfile.ts';

/**
 * Carries out a Dockerfile without a daemon: each stage has a directory for its root, into which COPY puts what it says,
 * and in which RUN runs with its absolute paths turned to that directory.
 */
export class Image {
  readonly stages: readonly Stage[];
  readonly #root: string;
  readonly #place: string;

  /** Stages are made below `place`, from the files of the repository at `root`. */
  constructor(root: string, place: string) {
    this.#root = root;
    this.#place = place;
    this.stages = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  }

  /** The directory that stands for the root of a stage. */
  rootOf(stage: Stage): string {
    return join(this.#place, `stage-${this.stages.indexOf(stage)}`);
  }

  /** The stage of this name, or else the last. */
  stage(name?: string): Stage {
    const found = name === undefined ? this.stages.at(-1) : this.stages.find((stage) => stage.name === name);
    if (found === undefined) throw new Error(`The Dockerfile has no stage ${name}.`);
    return found;
  }

  /**
   * Copies what the stage copies, and if `runs` runs what it runs. Only a stage whose commands name nothing beyond its
   * own directories may be run: they are this machine's otherwise.
   */
  make(stage: Stage, runs: boolean): void {
    let directory = '/';
    mkdirSync(this.pathIn(stage, '/tmp'), { recursive: true });
    for (const { name, rest } of stage.instructions) {
      if (name === 'WORKDIR') {
        directory = posix.resolve(directory, rest);
        mkdirSync(this.pathIn(stage, directory), { recursive: true });
      } else if (name === 'COPY') this.#copy(stage, directory, rest);
      else if (name === 'RUN' && runs) this.#run(stage, directory, rest);
    }
  }

  /** Where an absolute path of a stage is on this machine. */
  pathIn(stage: Stage, path: string): string {
    return join(this.rootOf(stage), path);
  }

  #copy(stage: Stage, directory: string, rest: string): void {
    const words = rest.split(/\s+/);
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    const paths = words.filter((word) => !word.startsWith('--'));
    const sources = paths.slice(0, -1);
    const target = posix.resolve(directory, paths.at(-1) ?? '.');
    const isFolder = /(?:\/|^\.)$/.test(paths.at(-1) ?? '') || sources.length > 1;
    for (const source of sources) {
      if (from === undefined) this.#copyContext(stage, source, target, isFolder);
      else this.#copyPath(this.pathIn(this.stage(from), source), this.pathIn(stage, target), isFolder);
    }
  }

  /** Of the context, what `.dockerignore` lets through. */
  #copyContext(stage: Stage, source: string, target: string, isFolder: boolean): void {
    const path = posix.normalize(source).replace(/\/$/, '');
    const files = contextFiles(this.#root).filter(
      (file) => path === '.' || file === path || file.startsWith(`${path}/`),
    );
    if (files.length === 0) throw new Error(`COPY ${source}: the context has no such file.`);
    for (const file of files) {
      const inside =
        path === '.' ? file : file === path ? (isFolder ? basename(file) : '') : file.slice(path.length + 1);
      const to = this.pathIn(stage, join(target, inside));
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(this.#root, file), to);
    }
  }

  #copyPath(from: string, to: string, isFolder: boolean): void {
    const inside = statSync(from).isDirectory() ? to : isFolder ? join(to, basename(from)) : to;
    mkdirSync(dirname(inside), { recursive: true });
    cpSync(from, inside, { recursive: true });
  }

  #run(stage: Stage, directory: string, command: string): void {
    const own = command.replace(/(?<=^|[\s=])\/(?=[a-z])/g, `${this.rootOf(stage)}/`);
    // What the cache of npm has is not asked for again.
    const env = { ...process.env, npm_config_prefer_offline: 'true' };
    const options = {
      cwd: this.pathIn(stage, directory),
      env,
      stdio: ['ignore', 'ignore', 'inherit'] as const,
    };
    execFileSync('sh', ['-ec', own], { ...options, stdio: [...options.stdio] });
  }
}
