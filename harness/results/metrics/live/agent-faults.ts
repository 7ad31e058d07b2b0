import { canonicalJson } from "../../../../base/canonical-json.ts";
import type { Extraction } from "../../../record/domain/records.ts";
import type { TracedCase } from "../execution/case.ts";

/** The three faults of agents that choose their own steps, each with what shows it in the trace. */
export interface AgentFaults {
  /** It answered, and no search of this or an earlier turn had succeeded. */
  skippedSearch: boolean;
  /** Ids in the answer that neither the question nor a result holds, and results that it cites and no call gave. A lower bound: other claims are not read. */
  inventedResults: string[];
  /** Indexes of calls that ask what the same agent was answered before in the turn. */
  repeatedActions: number[];
}

type Call = Extraction["tool_calls"][number];

/** Null of an agent that does not report its calls. */
export function agentFaults(traced: TracedCase): AgentFaults | null {
  const { extraction, answer } = traced;
  if (extraction.unreported?.includes("tool_calls")) return null;
  return {
    skippedSearch: answer.trim() !== "" && !extraction.tool_calls.some(isAnsweredSearch),
    inventedResults: [...traced.answerIds.filter((id) => !traced.seen.full.holds(id)), ...citedOfNobody(traced)],
    repeatedActions: repeatedIn(extraction.tool_calls),
  };
}

/** What looks at no record: files of the agent's own, skills, other agents, a name that no tool has. */
const NO_SEARCH = ["filesystem", "skill", "delegation", "unknown"];

function isAnsweredSearch({ family, status }: Call): boolean {
  return status === "success" && !NO_SEARCH.includes(family);
}

/** As `artifact://<thread>?path=<path>`; the agent's own files may be cited, too. */
const CITED = /artifact:\/\/[^\s?)]*\?path=(\/results\/[^\s)]+)/g;

function citedOfNobody({ extraction, answer }: TracedCase): string[] {
  const given = new Set(extraction.tool_calls.flatMap(({ result_path }) => result_path ?? []));
  const said = `${extraction.final_text}\n${answer}`;
  return [...new Set([...said.matchAll(CITED)].map(([, path = ""]) => path))].filter((path) => !given.has(path));
}

/** A call after one that failed is a second try. */
function repeatedIn(calls: readonly Call[]): number[] {
  const answered = new Set<string>();
  return calls.flatMap(({ index, turn, sub_agent, tool, arguments: args, status }) => {
    const key = JSON.stringify([turn, sub_agent, tool, canonicalJson(folded(args))]);
    const isRepeated = answered.has(key);
    if (status === "success") answered.add(key);
    return isRepeated ? [index] : [];
  });
}

/** A list of keywords is one in any order and case; other texts are compared without the blanks around and between their words. */
function folded(value: unknown): unknown {
  if (typeof value === "string") return value.normalize("NFKC").trim().replace(/\s+/g, " ");
  if (Array.isArray(value)) {
    const members = value.map(folded);
    return members.every((member) => typeof member === "string")
      ? members.map((member) => member.toLowerCase()).sort()
      : members;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, folded(member)]));
}
