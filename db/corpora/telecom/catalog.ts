import type { Artifact, Link } from "../../ports/corpus.ts";
import { PROTOCOLS, type Protocol } from "./vocabulary/protocols.ts";

export interface Message {
  id: string;
  name: string;
  protocol: Protocol;
  aliases: readonly string[];
}

/** The Procedure Catalog's messages, by `messageKey`. The same for every seed: standards do not change with it. */
export function makeMessages(): Map<string, Message> {
  const messages = PROTOCOLS.flatMap((protocol) =>
    protocol.messages.map((name, index): Message => {
      const id = `MSG-${idPart(protocol.name)}-${String(index + 1).padStart(3, "0")}`;
      return { id, name, protocol, aliases: aliasesOf(name) };
    }),
  );
  return new Map(messages.map((message) => [messageKey(message.protocol.name, message.name), message]));
}

/** The same name can stand in several protocols (HANDOVER REQUEST), so a message is known by both. */
export function messageKey(protocol: string, name: string): string {
  return `${protocol}/${name}`;
}

export function protocolId(protocol: Protocol): string {
  return `PRT-${protocol.interface}-${idPart(protocol.name)}`;
}

function idPart(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

const SHORTENED: readonly [RegExp, string][] = [
  [/\bREQUEST\b/g, "Req"],
  [/\bRESPONSE\b/g, "Rsp"],
  [/\bACKNOWLEDGE\b/g, "Ack"],
  [/\bCOMMAND\b/g, "Cmd"],
  [/\bCOMPLETE\b/g, "Cmp"],
  [/\bFAILURE\b/g, "Fail"],
  [/\bREJECT\b/g, "Rej"],
  [/\bHANDOVER\b/g, "HO"],
  [/\bCONFIGURATION\b/g, "Cfg"],
  [/\bRECONFIGURATION\b/g, "Reconf"],
  [/\bMODIFICATION\b/g, "Mod"],
  [/\bESTABLISHMENT\b/g, "Est"],
  [/\bREESTABLISHMENT\b/g, "Reest"],
  [/\bREGISTRATION\b/g, "Reg"],
  [/\bAUTHENTICATION\b/g, "Auth"],
  [/\bCONTEXT\b/g, "Ctx"],
  [/\bINFORMATION\b/g, "Info"],
  [/\bTRANSFER\b/g, "Xfer"],
  [/\bINDICATION\b/g, "Ind"],
  [/\bRESOURCE\b/g, "Res"],
  [/\bMEASUREMENT\b/g, "Meas"],
];

/** ASN.1 style and lab shorthand: `HandoverRequest` and `HO Req` for `HANDOVER REQUEST`. */
function aliasesOf(name: string): string[] {
  const camel = name
    .replace(/[A-Z0-9]+/g, (word) => (word.length > 3 ? word[0] + word.slice(1).toLowerCase() : word))
    .replace(/[ -]/g, "");
  const short = SHORTENED.reduce((text, [word, replacement]) => text.replace(word, replacement), name);
  return [...new Set([camel, short])].filter((alias) => alias !== name);
}

/** Protocol and message artifacts and their memberships. `coverage` counts the tests of each message id. */
export function writeCatalog(
  messages: ReadonlyMap<string, Message>,
  coverage: ReadonlyMap<string, number>,
): { artifacts: Artifact[]; links: Link[] } {
  const all = [...messages.values()];
  return {
    artifacts: [
      ...PROTOCOLS.map(protocolArtifact),
      ...all.map((message) => messageArtifact(message, coverage.get(message.id) ?? 0)),
    ],
    links: all.map(({ id, protocol }) => ({ sourceId: id, targetId: protocolId(protocol), kind: "member_of" })),
  };
}

function protocolArtifact(protocol: Protocol): Artifact {
  const [near, far] = protocol.ends;
  return {
    id: protocolId(protocol),
    type: "protocol",
    title: protocol.name,
    text: `${protocol.long} (${protocol.name}) on ${protocol.interface}, between ${near} and ${far}. ${protocol.messages.length} messages are catalogued.`,
    meta: { interface: protocol.interface },
  };
}

/** A message counts as covered from this many tests on. */
const COVERED_FROM = 4;

function messageArtifact({ id, name, protocol, aliases }: Message, tests: number): Artifact {
  const [near, far] = protocol.ends;
  return {
    id,
    type: "message",
    title: name,
    text: `${name} of ${protocol.name} on ${protocol.interface} (${near} to ${far} or back).`,
    meta: { aliases, coverage_status: tests === 0 ? "uncovered" : tests < COVERED_FROM ? "partial" : "covered" },
  };
}
