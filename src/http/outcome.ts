/** The answer to one message; a stream for subscriptions alone. */
export type Outcome =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly json: string;
      /** True if the answer was kept from an earlier question. */
      readonly kept?: boolean;
    }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'stream'; readonly response: Response };
