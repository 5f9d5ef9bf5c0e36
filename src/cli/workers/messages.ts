import { z } from 'zod';
import type { Agreed } from '../../data/subscribe/agreement.ts';
import type { Tally } from '../../protocol/counters.ts';

const tally: z.ZodType<Tally> = z.lazy(() => z.record(z.string(), z.union([z.number(), tally])));

const agreed: z.ZodType<Agreed> = z.strictObject({
  version: z.string().optional(),
  held: z.array(z.string()),
  servers: z.number(),
  ready: z.number(),
});

/** Requests of a worker to the primary, which makes all outgoing calls, has the database and sums the counters. */
const question = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('charge'), caller: z.string(), requests: z.number(), paid: z.number() }),
  z.strictObject({
    what: z.literal('look-up'),
    arxiv_id: z.string(),
    version: z.number().optional(),
    timeout_ms: z.number(),
  }),
  z.strictObject({ what: z.literal('counters') }),
  z.strictObject({ what: z.literal('issuer-keys') }),
  z.strictObject({
    what: z.literal('append'),
    events: z.array(z.record(z.string(), z.unknown())),
    key: z.string().optional(),
    expect: z
      .strictObject({ ticket: z.string(), undecidedSince: z.tuple([z.number(), z.string(), z.number()]) })
      .optional(),
  }),
  z.strictObject({ what: z.literal('head') }),
  /** Which version of the data all use. */
  z.strictObject({ what: z.literal('agreed') }),
]);
export type WorkerQuestion = z.infer<typeof question>;

/** From a worker to the primary. */
export const fromWorker = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('listening'), url: z.string() }),
  /** Acknowledges the connection handed to it. */
  z.strictObject({ type: z.literal('taken') }),
  /** Contributions wait for arXiv or the hosted service. */
  z.strictObject({ type: z.literal('waiting') }),
  /** A request came with a proxy's headers, and no proxy is trusted. */
  z.strictObject({ type: z.literal('forwarded') }),
  z.strictObject({ type: z.literal('tally'), tally }),
  /** Versions of the data that the worker can answer from. */
  z.strictObject({ type: z.literal('holds'), versions: z.array(z.string()) }),
  z.strictObject({ type: z.literal('question'), id: z.number(), question }),
]);
export type FromWorker = z.infer<typeof fromWorker>;

/** From the primary to a worker. */
export const toWorker = z.discriminatedUnion('type', [
  /** Comes with a connection to serve. */
  z.strictObject({ type: z.literal('connection') }),
  z.strictObject({ type: z.literal('drain') }),
  z.strictObject({ type: z.literal('tell-tally') }),
  z.strictObject({ type: z.literal('agreed'), agreed }),
  /** `problem`: why there is no value. */
  z.strictObject({
    type: z.literal('answer'),
    id: z.number(),
    value: z.unknown().optional(),
    problem: z.string().optional(),
  }),
]);
export type ToWorker = z.infer<typeof toWorker>;

/** The variable in which the primary tells its workers the port that it listens at. */
export const PORT_VARIABLE = 'ROBOTICS_MCP_SHARED_PORT';
