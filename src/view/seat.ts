import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Asked, Shown, ShownChart } from '../tools/show/shape.ts';
import type { Drawing } from './chart/drawing.ts';
import type { Host } from './hosts/host.ts';

/** Draws a chart, as SVG. */
export type DrawChart = (shown: ShownChart, drawing: Drawing) => Element;

/** Where a view sits: what it can ask of the place that it is shown in. */
export interface Seat {
  readonly host: Host;
  /** Shows something else in the same place. */
  ask(asked: Asked): void;
  /** Fetches something to show within what is shown. Throws an Error with a sentence for the reader. */
  fetch(asked: Asked): Promise<Shown>;
  /** While something else is under way. */
  readonly isBusy: boolean;
  readonly isDark: boolean;
  /** Undefined while the service makes the page: the browser draws. */
  readonly draw: DrawChart | undefined;
  /** Says to those who hear the page what has happened. */
  announce(sentence: string): void;
  /** Tells the model what the reader did with what is shown. */
  tell(summary: string): void;
}

export const SeatContext = createContext<Seat | undefined>(undefined);

/** The seat of the component that asks. Throws outside of one. */
export function useSeat(): Seat {
  const seat = useContext(SeatContext);
  if (seat === undefined) throw new Error('A view is shown outside of a seat.');
  return seat;
}
