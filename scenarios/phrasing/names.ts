/** How entities are called in a question. */
import { pick, type Random } from "../../base/random.ts";
import type { CorpusMapping } from "../../db/ports/corpus.ts";
import { guessRole, snakeCase } from "../../import/folder/guess-roles.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { ItemEntry, MessageEntry, ProtocolEntry } from "../catalogue/relations.ts";
import { singular } from "../catalogue/singular.ts";

/** `change request CRQ-5512`; an id that begins with its type says it itself: `bugs-9453`, `feature:class`, `req~login~1`. */
export function sayItem({ subtype, id }: ItemEntry): string {
  const [before = ""] = id.split(/[-~:#/](?=\S)/, 1);
  const saysItself = before !== id && singular(snakeCase(before)) === subtype;
  return saysItself ? id : `${saySubtype(subtype)} ${id}`;
}

/** `the feature "Early data forwarding"`, or null where others have the name too. */
export function sayItemByName(item: ItemEntry, catalogue: Catalogue): string | null {
  const name = item.name.trim();
  if (name === "" || name.length > MAX_QUOTED || name.includes("\n")) return null;
  const same = [...catalogue.items.values()].filter((other) => other.name.trim().toLowerCase() === name.toLowerCase());
  return same.length === 1 ? `the ${saySubtype(item.subtype)} "${name}"` : null;
}

/** Longest name that is quoted in a question, in characters. */
const MAX_QUOTED = 140;

export function saySubtype(subtype: string): string {
  return subtype.replaceAll("_", " ");
}

/** What a corpus has in the place of test cases where that is surely something else (`bug report`); null where a question may say "test". */
export function nounOfTests({ artifactTypes }: Pick<CorpusMapping, "artifactTypes">): string | null {
  const types = Object.keys(artifactTypes).filter((type) => artifactTypes[type]?.role === "test_case");
  const [first] = types;
  return first !== undefined && types.every((type) => guessRole(type).role === "backlog_item")
    ? snakeCase(first).replaceAll("_", " ")
    : null;
}

/** `backlog items`, `user stories`. */
export function plural(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** `package net/http`, but no `package package net/http`; `component "components"`. */
export function withNoun(noun: string, name: string): string {
  if (singular(name.toLowerCase()) === noun) return `${noun} "${name}"`;
  return name.toLowerCase().startsWith(`${noun} `) ? name : `${noun} ${name}`;
}

/** `XnAP on Xn`; the interface is left out where it is empty or part of the name. Not a protocol: `component bgp`. */
export function sayProtocol({ noun, name, interface: face }: ProtocolEntry): string {
  const said = noun === "protocol" ? name : withNoun(noun, name);
  return face === "" || name.includes(face) ? said : `${said} on ${face}`;
}

/** Names of a message that no other message has: its name first, then its aliases. */
export function unmistakableNames(message: MessageEntry, catalogue: Catalogue): string[] {
  const names = [message.name, ...message.aliases];
  const others = new Set(
    [...catalogue.messages.values()]
      .filter(({ id }) => id !== message.id)
      .flatMap((other) => [other.name, ...other.aliases].map((name) => name.toLowerCase())),
  );
  return names.filter((name) => !others.has(name.toLowerCase()));
}

/** Other messages that share a name or an alias with this one. */
export function namesakes(message: MessageEntry, catalogue: Catalogue): MessageEntry[] {
  const own = new Set([message.name, ...message.aliases].map((name) => name.toLowerCase()));
  return [...catalogue.messages.values()].filter(
    (other) => other.id !== message.id && [other.name, ...other.aliases].some((name) => own.has(name.toLowerCase())),
  );
}

/**
 * A message as a tester calls it: by an alias or name that only it has, by its name with the protocol, or, where even
 * that is not enough, by its id.
 */
export function sayMessage(message: MessageEntry, catalogue: Catalogue, random: Random): string {
  const { id, name, noun } = message;
  const own = [...(catalogue.protocolsOf.get(id) ?? [])];
  const [protocol] = own.map((one) => catalogue.protocols.get(one));
  const names = unmistakableNames(message, catalogue);
  const aliases = names.filter((one) => one !== name);
  if (aliases.length > 0) return pick(random, aliases);
  const where = protocol ? ` (${sayProtocol(protocol)})` : "";
  const isClear = names.length > 0 || (where !== "" && !isNamesakeWithin(message, own, catalogue));
  return isClear ? `the ${withNoun(noun, name)}${where}` : `the ${noun} ${id}`;
}

/** True when another message of the same protocol has the name too. */
function isNamesakeWithin(message: MessageEntry, protocols: readonly string[], catalogue: Catalogue): boolean {
  return namesakes(message, catalogue).some(({ id }) =>
    protocols.some((one) => catalogue.protocolsOf.get(id)?.has(one)),
  );
}
