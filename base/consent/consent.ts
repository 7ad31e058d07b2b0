import { AsyncLocalStorage } from "node:async_hooks";

/** What a configuration makes this process do that its reader may not want: each is asked about once. */
export type Act =
  | { type: "imports"; path: string }
  | { type: "runs"; command: readonly string[] }
  /** The value of a variable, to a host (an address) or a program. */
  | { type: "sends"; variable: string; to: string };

/** Where a configuration that a command acts on was read. */
export type Origin =
  /** Its file, which need not be there: the built-in configuration is that of the working folder. */
  | { type: "file"; path: string }
  | { type: "run"; runDirectory: string }
  /** Sent by a queue. */
  | { type: "sent" };

export interface Consents {
  /** Gives once all is agreed to. @throws UserError naming what is not. */
  ask(acts: readonly Act[]): Promise<void>;
  /** What is asked from now on is for a configuration that was read there. Until this is said, no answer is remembered. */
  from(origin: Origin): Promise<void>;
  /** This command made the run, from the configuration that it asked for. */
  made(runDirectory: string): Promise<void>;
}

/** Carries consent to wherever something is started or sent, so that no command on the way can forget to ask. */
const SCOPE = new AsyncLocalStorage<Consents>();

export function withConsents<T>(consents: Consents, run: () => T): T {
  return SCOPE.run(consents, run);
}

/**
 * Whoever imports a user's module, starts a program or sends a secret awaits this first. Outside of a command (a script that calls
 * these functions itself) no consent is asked for.
 */
export async function consentTo(acts: readonly Act[]): Promise<void> {
  if (acts.length > 0) await SCOPE.getStore()?.ask(acts);
}

/** Whoever reads a configuration that is then acted on says where. */
export async function configurationFrom(origin: Origin): Promise<void> {
  await SCOPE.getStore()?.from(origin);
}

export async function noteOwnRun(runDirectory: string): Promise<void> {
  await SCOPE.getStore()?.made(runDirectory);
}

/** A key that is sent to a server, as an act; [] where there is none. */
export function sending(variable: string | undefined, to: string | undefined): Act[] {
  return variable === undefined
    ? []
    : [{ type: "sends", variable, to: to === undefined ? "its provider" : hostOf(to) }];
}

/** A variable that is given to a program, as an act. */
export function giving(variable: string, program: readonly string[]): Act {
  return { type: "sends", variable, to: shownWords(program) };
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : shownWord(address);
}

export function describeAct(act: Act): string {
  if (act.type === "imports") return `imports ${shownWord(act.path)}`;
  if (act.type === "runs") return `runs ${shownWords(act.command)}`;
  return `sends $${act.variable} to ${act.to}`;
}

/** Different lists of words never look alike: whatever is not plain stands in quotes, and nothing in them is invisible. */
function shownWords(words: readonly string[]): string {
  return words.map(shownWord).join(" ");
}

function shownWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  const hidden = /[\p{C}\p{M}\p{Zl}\p{Zp}]|(?! )\p{Zs}| (?= )/gu;
  return `"${word
    .replace(/["\\]/g, "\\$&")
    .replace(hidden, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)}"`;
}
