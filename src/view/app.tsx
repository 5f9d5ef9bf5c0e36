import { Component, type ComponentChildren } from 'preact';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { Asked, Shown } from '../tools/show/shape.ts';
import { isEmpty, readAnswer } from './answer.ts';
import { Chart } from './chart/chart.tsx';
import { Checklist } from './checklist/checklist.tsx';
import { Compare } from './compare/compare.tsx';
import type { Host } from './hosts/host.ts';
import { Frame } from './parts/frame.tsx';
import { Nothing, Waiting } from './parts/states.tsx';
import { RecordPage } from './record/record.tsx';
import { type DrawChart, type Seat, SeatContext, useSeat } from './seat.ts';
import { beginWith, next, type State } from './state.ts';
import { Table } from './table/table.tsx';

interface AppProps {
  readonly host: Host;
  /** What is on the page already, as the service has put it there. */
  readonly first?: Shown | undefined;
  /** Left out where there is no page to draw on. */
  readonly draw?: DrawChart | undefined;
}

/** The view in its place: what it shows, and what there is to say while it shows nothing. */
export function App({ host, first, draw }: AppProps) {
  const [state, change] = useReducer(next, first, beginWith);
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const [said, announce] = useState('');
  const latest = useRef(0);

  const fetch = async (asked: Asked): Promise<Shown> => {
    const { shown, problem } = readAnswer(await host.call('show', asked));
    if (shown === undefined) throw new Error(problem);
    return shown;
  };
  const ask = async (asked: Asked) => {
    const turn = ++latest.current;
    change({ type: 'asking', asked });
    const answer = await fetch(asked).then(
      (shown) => ({ shown }),
      (error: Error) => ({ problem: error.message }),
    );
    // Of two requests the later one counts, whichever answer comes first.
    if (turn !== latest.current) return;
    change({ type: 'answered', answer, keep: state.shown?.view !== asked.view });
    if (!('shown' in answer)) return;
    announce(answer.shown.title);
    host.visited(answer.shown.asked, answer.shown.title);
  };
  useEffect(() => {
    let asked: Asked | undefined;
    host.start((event) => {
      if (event.type === 'theme') look(undefined);
      if (event.type === 'asked') asked = event.asked as Asked;
      if (event.type === 'result' && isEmpty(event.result) && asked !== undefined && host.abilities.call) {
        void ask(asked);
      } else change(event);
    });
  }, [host]);

  const seat: Seat = {
    host,
    ask: (asked) => void ask(asked),
    fetch,
    isBusy: state.isBusy,
    isDark: host.isDark(),
    draw,
    announce,
    tell: (summary) => host.tellModel(summary),
  };
  const retry = state.pending !== undefined && host.abilities.call ? state.pending : undefined;
  return (
    <SeatContext.Provider value={seat}>
      <Screen state={state} back={() => change({ type: 'back' })} retry={retry && (() => void ask(retry))} />
      <p class="unseen" role="status">
        {said}
      </p>
    </SeatContext.Provider>
  );
}

interface ScreenProps {
  readonly state: State;
  back(): void;
  readonly retry: (() => void) | undefined;
}

function Screen({ state, back, retry }: ScreenProps) {
  const { host } = useSeat();
  const { stage, shown, problem, isBusy } = state;
  if (stage === 'connecting' || (stage === 'loading' && shown === undefined)) return <Waiting />;
  if (stage === 'cancelled') return <Nothing title="Cancelled" text={cancelled(problem)} retry={retry} />;
  if (stage === 'closed') return <Nothing title="Closed" text="The host has closed this view." />;
  if (shown === undefined)
    return <Nothing title="Nothing to show" text={problem ?? ''} retry={retry} isAlert />;
  return (
    <Fence of={shown} retry={retry}>
      <Frame
        shown={shown}
        isBusy={isBusy}
        problem={problem}
        retry={retry}
        back={canGoBack(state, host) ? back : undefined}
      >
        <Body shown={shown} />
      </Frame>
    </Fence>
  );
}

/** False where there is nothing before, and where the browser has its own way back. */
function canGoBack({ shown, before }: State, host: Host): boolean {
  return before.length > 0 && shown !== undefined && host.hrefOf(shown.asked) === undefined;
}

function cancelled(reason: string | undefined): string {
  return reason === undefined || reason === ''
    ? 'The call was cancelled.'
    : `The call was cancelled: ${reason}`;
}

/** One of the views. */
function Body({ shown }: { readonly shown: Shown }) {
  switch (shown.view) {
    case 'compare':
      return <Compare shown={shown} />;
    case 'record':
      return <RecordPage shown={shown} />;
    case 'table':
      return <Table shown={shown} />;
    case 'chart':
      return <Chart shown={shown} />;
    case 'checklist':
      return <Checklist shown={shown} />;
  }
}

interface FenceProps {
  readonly of: Shown;
  readonly children: ComponentChildren;
  readonly retry: (() => void) | undefined;
}

interface FenceState {
  readonly of?: Shown;
  readonly failure?: Error | undefined;
}

/** An answer that is not of the form that it should have ends here, and not as an empty page. */
class Fence extends Component<FenceProps, FenceState> {
  override state: FenceState = {};

  static override getDerivedStateFromProps({ of }: FenceProps, state: FenceState): FenceState | null {
    return of === state.of ? null : { of, failure: undefined };
  }

  static override getDerivedStateFromError(failure: Error): FenceState {
    return { failure };
  }

  render() {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    const text = `This answer cannot be drawn (${failure.message}). It stands as text in the chat or at the shell.`;
    return <Nothing title="Nothing to show" text={text} retry={this.props.retry} isAlert />;
  }
}
