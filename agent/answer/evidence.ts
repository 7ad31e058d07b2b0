import type { IdReader } from "../../base/ids/id-reader.ts";
import type { ToolCallRecord } from "../contract/contract.ts";
import { rowsOf } from "./claims.ts";

/**
 * What results of a family show: `records` of the substrate, whose ids are known; `items` of a live source, whose ids are not; or what was
 * `told`: written, stored or reported by agents. What is not declared here is no evidence.
 */
const SHOWN: Readonly<Record<ToolCallRecord["family"], "records" | "items" | "told">> = {
  identifier: "records",
  trace_link: "records",
  keyword: "records",
  vector: "records",
  hybrid: "records",
  graph: "records",
  cypher: "records",
  sql: "records",
  schema: "records",
  knowledge_base: "records",
  artifact: "told",
  issues: "records",
  live_source: "items",
  delegation: "told",
  filesystem: "told",
  skill: "told",
  // An agent's call of a tool that does not exist fails: these are looks of baselines.
  unknown: "records",
};

/** A call as agents and records of runs have it. */
type Call = Pick<ToolCallRecord, "status" | "arguments" | "preview" | "result"> & { family: string };

/** True of a successful call whose result is no view of what agents wrote, stored or reported. */
export function showsRecords({ status, family }: Pick<Call, "status" | "family">): boolean {
  return status === "success" && shownBy(family) !== "told";
}

/**
 * Tells of an id whether a call is evidence of it: its result shows records and holds it. Of an id that no record has a call is none whose
 * arguments say its parts, as `SELECT 'TC-9'` does: tools repeat what they were asked for. What a query computes out of other parts is not
 * seen, so evidence is an upper bound. Items are known to their source alone, and opened by their ids: rows count, said or not.
 */
export function evidenceIn(call: Call, ids: IdReader): (id: string) => boolean {
  if (!showsRecords(call)) return () => false;
  const areItems = shownBy(call.family) === "items";
  const text = call.result || call.preview;
  const holds = ids.within(areItems ? rowsOf(text) : text);
  let said: ReadonlySet<string> | undefined;
  const isSaid = (id: string) => {
    said ??= new Set(partsOf(JSON.stringify(call.arguments) ?? ""));
    return partsOf(id).every((part) => said!.has(part));
  };
  return (id) => holds(id) && (areItems || ids.isKnown(id) || !isSaid(id));
}

/** The same of many calls: some of them is evidence. */
export function groundedIn(calls: readonly Call[], ids: IdReader): (id: string) => boolean {
  const holders = calls.map((call) => evidenceIn(call, ids));
  return (id) => holders.some((holds) => holds(id));
}

function shownBy(family: string): "records" | "items" | "told" {
  return Object.hasOwn(SHOWN, family) ? SHOWN[family as ToolCallRecord["family"]] : "told";
}

function partsOf(text: string): readonly string[] {
  return text.match(/\p{L}+|\p{N}+/gu) ?? [];
}
