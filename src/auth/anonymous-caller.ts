import { hash } from 'node:crypto';
import type { Caller } from '../lib/caller.ts';

/**
 * A caller who shows no name, told apart from others by where they are, so that each has a share of their own in what is
 * kept. What is kept of an address is one of 65,536 numbers, which as many addresses of IPv4 have in common.
 */
export function callerAt(caller: Caller, address: string): Caller {
  if (caller.known) return caller;
  return Object.freeze({ ...caller, name: `${caller.name}:${hash('sha256', address).slice(0, 4)}` });
}
