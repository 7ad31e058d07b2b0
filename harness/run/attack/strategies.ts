import { codeSpan } from "../../../agent/answer/code-span.ts";
import type { Substrate } from "../../../db/ports/ports.ts";

/** What a strategy may know: the question and the corpus, never the truth. */
export interface AttackFacts {
  /** Of the question, in the order in which they stand there. */
  questionIds: readonly string[];
  question: string;
  /** Ids of every test case. */
  tests: readonly string[];
  /** The same, those with most links first. */
  mostLinked: readonly string[];
}

/** A way to answer without looking for anything. */
interface Strategy {
  name: string;
  /** What it does, as the end of "it ...". */
  does: string;
  answer: (facts: AttackFacts) => string;
}

const LISTED = 10;
/** Longer than any corpus that an endpoint could list. */
const LONGEST = 20_000;

export const STRATEGIES: readonly Strategy[] = [
  {
    name: "abstain",
    does: "always says that nothing was found",
    answer: () => "No supported recommendation: the records hold nothing on this.",
  },
  {
    name: "most_linked",
    does: `lists the ${LISTED} test cases with most links`,
    answer: ({ mostLinked }) => listed(mostLinked.slice(0, LISTED)),
  },
  {
    name: "question_ids",
    does: "recommends the ids that the question names",
    answer: ({ questionIds }) => listed(questionIds),
  },
  { name: "echo", does: "repeats the question", answer: ({ question }) => question },
  {
    name: "everything",
    does: "lists every test case of the corpus",
    answer: ({ tests, question }) => `${question}\n\n${listed(tests.slice(0, LONGEST))}`,
  },
  {
    name: "liar",
    does: "recommends ids that do not exist",
    answer: ({ tests }) => listed(inventedLike(tests)),
  },
];

/** Ids of the corpus' own form that it does not have. */
function inventedLike(tests: readonly string[]): string[] {
  const known = new Set(tests);
  return tests.slice(0, 3).map((id) => {
    let invented = id;
    while (known.has(invented)) invented += "9";
    return invented;
  });
}

/** By the answer contract, with a source that was never read. */
export function listed(ids: readonly string[]): string {
  const items = ids.map((id, index) => `${index + 1}. ${codeSpan(id)} - covers what was asked for [S1]`);
  return [
    "The tests for this are listed below.",
    "\n## Recommended",
    ...items,
    "\n## Sources",
    "- S1: [records](artifact://t?path=/results/000-keyword_search.json)",
  ].join("\n");
}

/** Ids of all test cases, and how many links each has. */
export async function readAttackFacts({
  sql,
}: Pick<Substrate, "sql">): Promise<Pick<AttackFacts, "tests" | "mostLinked">> {
  const { rows } = await sql.query<{ id: string; links: number }>(
    `SELECT t.test_case_id AS id, count(l.reference_id)::int AS links
     FROM canon.test_case t LEFT JOIN core.trace_link l USING (test_case_id)
     GROUP BY t.test_case_id ORDER BY t.test_case_id COLLATE "C"`,
  );
  const tests = rows.map(({ id }) => id);
  const mostLinked = [...rows].sort((a, b) => b.links - a.links).map(({ id }) => id);
  return { tests, mostLinked };
}
