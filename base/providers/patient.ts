import { lazily } from "../lazily.ts";

/** Where Node keeps the dispatcher of its `fetch`; other engines have neither it nor its limits. */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");
/** Of these the options are known; what a program put in their place is left alone. */
const KNOWN = ["Agent", "EnvHttpProxyAgent"];

type DispatcherClass = new (limits: { headersTimeout: number; bodyTimeout: number }) => object;

const own = lazily<{ dispatcher: object | undefined }>({ dispatcher: makeDispatcher });

/**
 * A request that ends by its signal alone. Node's `fetch` gives up on a server that is silent for five minutes, however long
 * the caller would wait: less than a model on a small machine takes for a prompt.
 */
export function patient(init: RequestInit): RequestInit {
  return own.dispatcher === undefined ? init : ({ ...init, dispatcher: own.dispatcher } as RequestInit);
}

function makeDispatcher(): object | undefined {
  const global = (globalThis as Record<symbol, unknown>)[DISPATCHER];
  if (typeof global !== "object" || global === null || !KNOWN.includes(global.constructor.name)) return undefined;
  return new (global.constructor as DispatcherClass)({ headersTimeout: 0, bodyTimeout: 0 });
}
