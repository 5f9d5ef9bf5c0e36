import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { ResourceMetadata } from '../auth/addresses.ts';
import type { Authenticator } from '../lib/caller.ts';
import { type Caller, callerOf, type Scope, STRANGER } from '../lib/caller.ts';
import type { Registry } from '../tools/registry.ts';
import type { GetQuery, QueryFields } from './get-query.ts';
import type { HttpRefusal } from './responses.ts';

/** How callers are authenticated. */
export interface HttpAuth {
  readonly authenticator: Authenticator;
  /** True if reading wants a token too. */
  readonly isPrivate: boolean;
  /** The protected resource metadata for OAuth clients (RFC 9728); undefined where no tokens are issued. */
  readonly metadata?: ResourceMetadata | undefined;
}

export type Admission = { readonly caller: Caller } | { readonly refusal: HttpRefusal };

/** Longer tokens than any issued are rejected unread. */
const LONGEST_TOKEN = 8192;

/** The form of a bearer token; RFC 6750, section 2.1. */
const TOKEN_FORM = /^[\w.~+/-]+=*$/;

/** Authenticates callers and authorizes their messages, before any work is done for them. */
export class AccessControl {
  readonly #auth: HttpAuth;

  constructor(auth: HttpAuth) {
    this.#auth = auth;
  }

  /** The caller by the headers alone. Without a token it is the anonymous one, where that is allowed. */
  async admit(request: IncomingMessage, fields: QueryFields): Promise<Admission> {
    if (fields.has('access_token')) {
      const message =
        'A token in the address ends up in logs. Send it as Authorization: Bearer, and renew it.';
      return { refusal: { status: 400, message, headers: this.#challenge({ error: 'invalid_request' }) } };
    }
    const [credentials, ...more] = request.headersDistinct.authorization ?? [];
    const token = /^bearer(?: +(.*))?$/i.exec(credentials ?? '');
    if (more.length > 0) return this.#wrong('There are several Authorization headers; send one.');
    if (token === null) return this.#auth.isPrivate ? this.#missing('read') : { caller: STRANGER };
    return this.#identify(token[1] ?? '');
  }

  /** Says why a caller may not have a message, or any of a batch, answered; nothing if it may be. */
  whyNot(message: unknown, caller: Caller, registry: Registry): HttpRefusal | undefined {
    const needed = new Set<Scope>(this.#auth.isPrivate ? ['read'] : []);
    let wantsToKnow = false;
    for (const name of calledTools(message)) {
      const requirement = registry.requirement(name);
      if (requirement === undefined) continue;
      needed.add(requirement.scope);
      wantsToKnow ||= requirement.known;
    }
    const missing = [...needed].filter((scope) => !caller.scopes.has(scope));
    if (missing.length === 0 && (caller.known || !wantsToKnow)) return undefined;
    const scope = [...needed].join(' ');
    return caller.known ? this.#forbidden(scope) : this.#missing(scope).refusal;
  }

  /** Says why a caller may not have a GET answered; nothing if they may. */
  whyNotGet(query: GetQuery, caller: Caller): HttpRefusal | undefined {
    if (query.kind === 'counters') {
      if (caller.scopes.has('operator')) return undefined;
      return caller.known ? this.#forbidden('operator') : this.#missing('operator').refusal;
    }
    if (!this.#auth.isPrivate || caller.scopes.has('read')) return undefined;
    return this.#forbidden('read');
  }

  async #identify(token: string): Promise<Admission> {
    const { authenticator, isPrivate } = this.#auth;
    if (token.length > LONGEST_TOKEN || !TOKEN_FORM.test(token)) {
      return this.#wrong('The Authorization header holds no bearer token.');
    }
    const verdict = await authenticator.authenticate(token);
    if (verdict.kind === 'refused') return this.#wrong(verdict.problem);
    if (verdict.kind === 'unavailable') {
      const message = 'Tokens cannot be checked just now. Try again shortly.';
      return { refusal: { status: 503, message, headers: { 'retry-after': '5' } } };
    }
    const { name, scopes } = verdict.caller;
    return { caller: isPrivate ? verdict.caller : callerOf(name, true, [...scopes, 'read']) };
  }

  #missing(scope: string): { readonly refusal: HttpRefusal } {
    const message = `This needs a token with the scope ${scope}. Send it as Authorization: Bearer; the operator of the server says how to get one.`;
    const headers = this.#challenge({ scope });
    return {
      refusal: { status: 401, code: 'UNAUTHENTICATED', message, headers, ...this.#signIn(message, scope) },
    };
  }

  #wrong(problem: string): { readonly refusal: HttpRefusal } {
    const headers = this.#challenge({
      error: 'invalid_token',
      error_description: problem,
      scope: this.#auth.isPrivate ? 'read' : 'write',
    });
    const message = `${problem} Get a new one, or send none.`;
    return { refusal: { status: 401, code: 'UNAUTHENTICATED', message, headers } };
  }

  #forbidden(scope: string): HttpRefusal {
    const message = `The token lacks the scope that this needs: ${scope}. Get one that has it.`;
    const headers = this.#challenge({ error: 'insufficient_scope', scope });
    return { status: 403, code: 'FORBIDDEN', message, headers, ...this.#signIn(message, scope) };
  }

  /** What a result says of signing in: with an error and a sentence, without which OpenAI's hosts offer nothing. */
  #signIn(error_description: string, scope: string): { readonly signIn?: string } {
    if (this.#auth.metadata === undefined) return {};
    const headers = this.#challenge({ error: 'insufficient_scope', error_description, scope });
    return { signIn: String(headers['www-authenticate']) };
  }

  /** RFC 6750, section 3, with what RFC 9728, section 5.1, adds. The values are our own, without quotes. */
  #challenge(parameters: Readonly<Record<string, string>>): OutgoingHttpHeaders {
    const url = this.#auth.metadata?.url;
    const all = {
      realm: 'robotics-mcp',
      ...parameters,
      ...(url !== undefined && { resource_metadata: url }),
    };
    const pairs = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
    return { 'www-authenticate': `Bearer ${pairs.join(', ')}` };
  }
}

/** The names of the tools that a message calls, as far as it can be read; each of a batch. */
function calledTools(message: unknown): string[] {
  return (Array.isArray(message) ? message : [message]).flatMap((each) => {
    const { method, params } = asObject(each);
    const { name } = asObject(params);
    return method === 'tools/call' && typeof name === 'string' ? [name] : [];
  });
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
