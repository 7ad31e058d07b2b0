import { AsyncLocalStorage } from "node:async_hooks";

/** What a configuration makes this process do that its reader may not want: each is asked about once. */
export type Act =
  | { type: "imports"; path: string }
  | { type: "runs"; command: readonly string[] }
  /** The value of a variable, to a host (an address) or a program. */
  | { type: "sends"; variable: string; to: string };

export interface Consents {
  /** Gives once all is agreed to. @throws UserError naming what is not. */
  ask(acts: readonly Act[]): Promise<void>;
}

/** Carries consent to wherever something is started or sent, so that no command on the way can forget to ask. */
const SCOPE = new AsyncLocalStorage<Consents>();

export function withConsents<T>(consents: Consents, run: () => T): T {
  return SCOPE.run(consents, run);
}

/**
 * Whoever imports a user's module, starts a program or sends a secret awaits this first. Outside of a command (a script that calls
 * these functions itself) nobody is asked.
 */
export async function consentTo(acts: readonly Act[]): Promise<void> {
  if (acts.length > 0) await SCOPE.getStore()?.ask(acts);
}

/** A key that is sent to a server, as an act; [] where there is none. */
export function sending(variable: string | undefined, to: string | undefined): Act[] {
  return variable === undefined
    ? []
    : [{ type: "sends", variable, to: to === undefined ? "its provider" : hostOf(to) }];
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

export function describeAct(act: Act): string {
  if (act.type === "imports") return `imports ${act.path}`;
  if (act.type === "runs") return `runs ${act.command.join(" ")}`;
  return `sends $${act.variable} to ${act.to}`;
}
