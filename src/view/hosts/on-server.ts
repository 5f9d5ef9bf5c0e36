import type { Asked } from '../../tools/show/shape.ts';
import { addressOf } from '../files/address.ts';
import { type Abilities, type Host, HostError, type ToolResult } from './host.ts';

/** A page of the service while the service makes it: all that is shown has an address, and nothing happens yet. */
export class ServerHost implements Host {
  readonly abilities: Abilities = { call: true, fullscreen: false };

  start(): void {}

  async call(): Promise<ToolResult> {
    throw new HostError('Nothing is called while a page is made.');
  }

  hrefOf(asked: Asked): string {
    return addressOf(asked);
  }

  isDark(): boolean {
    return false;
  }

  openLink(): boolean {
    return false;
  }

  async download(): Promise<boolean> {
    return false;
  }

  tellModel(): void {}

  visited(): void {}

  toggleFullscreen(): void {}
}
