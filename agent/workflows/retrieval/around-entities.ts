import { UserError } from "../../../base/user-error.ts";
import type { Row } from "../../../db/ports/ports.ts";
import type { ScopeTask } from "../../contract/contract.ts";
import type { CallRecord } from "../../turns/call-log.ts";
import { toQuery } from "./by-search.ts";
import type { Retrieve } from "./calls.ts";

/** Things in a question from which the graph is followed. */
const STARTS = 5;
/** Test cases around one of them, nearest first. */
const AROUND = 50;
/** Longest text that the look-up of ids takes, in characters. */
const LONGEST_TEXT = 4000;
/** From a test case over what it is linked to, to the others that are. */
const SHARED = 2;

/**
 * The test cases around what the question is about. Its start is found by linking: every record whose id stands in the
 * question or, where none does, the item, message or protocol that is nearest to it by words and meaning. Told the true
 * starts, it looks those up instead, where there are any.
 */
export function aroundEntities(told: readonly string[] = []): Retrieve {
  return async (asked) => {
    const starts =
      told.length > 0 ? entitiesIn(await asked.call("identifier_lookup", { ids: told })) : await link(asked);
    for (const start of starts.slice(0, STARTS)) await asked.call(...fromStart(start, asked.limits));
  };
}

/**
 * The test cases around where the truth begins, as the harness tells it.
 * @throws UserError `config` for a question that has no scenario
 */
export function aroundTrueStarts({ starts, workflow }: Pick<ScopeTask, "starts" | "workflow">): Retrieve {
  if (starts) return aroundEntities(starts);
  throw new UserError(
    "config",
    `${workflow} is told where the truth begins, which only a scenario's run can tell it.`,
    {
      hint: "Ask graph_rag, which finds its start itself.",
    },
  );
}

async function link({ question, call }: Asked): Promise<Start[]> {
  const text = question.slice(-LONGEST_TEXT).toWellFormed();
  const named = entitiesIn(await call("identifier_lookup", { text }));
  if (named.length > 0) return named;
  const query = { query: toQuery(question), types: ["backlog_item", "message", "protocol"], limit: 1 };
  return entitiesIn(await call("hybrid_search", query));
}

function fromStart({ id, type }: Start, { cypherRowCap, graphDepthMax }: Asked["limits"]): Parameters<Asked["call"]> {
  const limit = Math.min(AROUND, cypherRowCap);
  if (type === "test_case") return ["graph_neighbourhood", { id, depth: Math.min(SHARED, graphDepthMax), limit }];
  return ["graph_impact", { id, depth: graphDepthMax, limit }];
}

type Asked = Parameters<Retrieve>[0];

interface Start {
  id: string;
  type: string;
}

/** What the rows of a result are about, each once, in their order. */
function entitiesIn({ status, preview }: CallRecord): Start[] {
  if (status !== "success") return [];
  const { rows } = JSON.parse(preview) as { rows: readonly Row[] };
  const found = new Map(rows.map(({ id, type }) => [String(id), String(type)]));
  return [...found].map(([id, type]) => ({ id, type }));
}
