import { readFileSync } from 'node:fs';
import type { ProgramIdentity } from '../../src/lib/program.ts';

/** What belongs to whoever publishes: null as long as nobody holds it. */
export interface Identity {
  /** The name of the package on npm, held by the author. */
  readonly npm: string | null;
  readonly repository: string | null;
  /** In the MCP registry, such as `io.github.NAME`. */
  readonly namespace: string | null;
  readonly homepage: string | null;
  readonly author: { readonly name: string; readonly url?: string; readonly email?: string } | null;
  /** Where users ask. */
  readonly support: string | null;
  /** Where the privacy text can be read. */
  readonly privacy: string | null;
  readonly terms: string | null;
  /** Address of the icon as a PNG of 512 by 512 pixels. */
  readonly icon: string | null;
}

const KEYS = ['npm', 'repository', 'namespace', 'homepage', 'author', 'support', 'privacy', 'terms', 'icon'];
const ADDRESSES = ['repository', 'homepage', 'support', 'privacy', 'terms', 'icon'] as const;

/** What stands for somebody else's: reserved for examples by RFC 2606 and RFC 6761, or to be filled in. */
const INVENTED =
  /(?:^|[./@-])(?:example|invalid|test|localhost|local)(?:$|[./:])|\b(?:your|owner|todo|tbd|foo|acme)\b/i;

/** The rules of npm for new names. */
const NPM_NAME = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]{0,213}$/;

/** Reads an identity from a file. */
export function readIdentity(file: string): Identity {
  return JSON.parse(readFileSync(file, 'utf8')) as Identity;
}

/**
 * Says why manifests may not be made of an identity: what is invented, what is no address, and what is missing beside the
 * name on npm. Whether a name is really held, no file can tell: who fills it in has published under it before.
 */
export function faultsOf(identity: Identity): string[] {
  const faults = Object.keys(identity)
    .filter((key) => !KEYS.includes(key))
    .map((key) => `${key} is none of ${KEYS.join(', ')}`);
  for (const key of ADDRESSES) faults.push(...addressFaults(key, identity[key]));
  const { npm, namespace, author, repository } = identity;
  if (npm !== null && !NPM_NAME.test(npm)) faults.push(`npm "${npm}" is no name that npm takes`);
  if (namespace !== null && !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(namespace))
    faults.push(`namespace "${namespace}" is no reversed domain`);
  for (const [key, text] of [
    ['npm', npm],
    ['namespace', namespace],
    ['author', author?.name],
  ] as const)
    if (typeof text === 'string' && INVENTED.test(text)) faults.push(`${key} "${text}" is invented`);
  if (npm !== null && (repository === null || author === null))
    faults.push('npm is named, and repository or author is not: nobody could see whose the package is');
  return faults;
}

function addressFaults(key: string, address: string | null): string[] {
  if (address === null) return [];
  if (!URL.canParse(address)) return [`${key} "${address}" is no address`];
  const { protocol, hostname, pathname } = new URL(address);
  if (protocol !== 'https:') return [`${key} "${address}" is not https`];
  return INVENTED.test(hostname) || INVENTED.test(pathname) ? [`${key} "${address}" is invented`] : [];
}

/** What the program itself tells of an identity. */
export function shownIdentity({ namespace, homepage, icon }: Identity): ProgramIdentity {
  return {
    ...(namespace !== null && { namespace }),
    info: {
      ...(homepage !== null && { websiteUrl: homepage }),
      ...(icon !== null && { icons: [{ src: icon, mimeType: 'image/png', sizes: ['512x512'] }] }),
    },
  };
}
