import type { Asked, Shown } from '../tools/show/shape.ts';
import { type Answer, readAnswer } from './answer.ts';
import type { HostEvent } from './hosts/host.ts';

/** What is on the screen. */
export interface State {
  readonly stage: 'connecting' | 'loading' | 'shown' | 'failed' | 'cancelled' | 'closed';
  readonly shown?: Shown | undefined;
  /** Why there is nothing, or what the last request came to; a sentence. */
  readonly problem?: string | undefined;
  /** What was asked for and is not there yet, or failed. */
  readonly pending?: Asked | undefined;
  readonly isBusy: boolean;
  /** What was shown before, latest last. */
  readonly before: readonly Shown[];
}

const START: State = { stage: 'connecting', isBusy: false, before: [] };

/** The state before anything has happened: what the page shows already, or nothing. */
export function beginWith(shown: Shown | undefined): State {
  return shown === undefined ? START : { ...START, stage: 'shown', shown };
}

type Change =
  | HostEvent
  | { readonly type: 'asking'; readonly asked: Asked }
  | { readonly type: 'answered'; readonly answer: Answer; readonly keep: boolean }
  | { readonly type: 'back' };

/** The next state. What is on the screen stays there until something else can be shown. */
export function next(state: State, change: Change): State {
  switch (change.type) {
    case 'ready':
      return state.stage === 'connecting' || state.stage === 'failed'
        ? { ...START, stage: 'loading' }
        : state;
    case 'asked':
      return {
        ...state,
        stage: state.shown === undefined ? 'loading' : state.stage,
        pending: change.asked as Asked,
      };
    case 'result':
      return answered({ ...state, before: [] }, readAnswer(change.result), false);
    case 'cancelled':
      return { ...state, stage: 'cancelled', problem: change.reason, isBusy: false };
    case 'failed':
      return state.shown === undefined ? { ...state, stage: 'failed', problem: change.message } : state;
    case 'closed':
      return { ...state, stage: 'closed', isBusy: false };
    case 'asking':
      return { ...state, isBusy: true, problem: undefined, pending: change.asked };
    case 'answered':
      return answered(state, change.answer, change.keep);
    case 'back':
      return {
        ...state,
        shown: state.before.at(-1) ?? state.shown,
        before: state.before.slice(0, -1),
        problem: undefined,
      };
    case 'theme':
      return state;
  }
}

function answered(state: State, { shown, problem }: Answer, keep: boolean): State {
  if (shown === undefined) {
    return { ...state, stage: state.shown === undefined ? 'failed' : 'shown', problem, isBusy: false };
  }
  const before = keep && state.shown !== undefined ? [...state.before, state.shown] : state.before;
  return { stage: 'shown', shown, isBusy: false, before };
}
