import { renderRefusal as refusal, renderShown as shown, renderStart as start } from './render.tsx';

// As on-server.d.ts says: functions of their own, since a file that hands on others is a barrel.

export function renderShown(what) {
  return shown(what);
}

export function renderRefusal(what) {
  return refusal(what);
}

export function renderStart(what) {
  return start(what);
}
