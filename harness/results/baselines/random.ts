import { makeRandom, shuffle } from "../../../base/random.ts";
import type { SearchFilter, Substrate } from "../../../db/ports/ports.ts";
import { LISTED, type QuestionBaseline } from "./baseline.ts";

export const randomBaseline: QuestionBaseline = {
  name: "random",
  label: "Random",
  definition: `${LISTED} test cases drawn from all by the run's seed and the question.`,
  knows: "question",
  async rank(question, { substrate, seed, sought }) {
    const drawn = shuffle(makeRandom("baseline", seed, question), await all(sought, substrate)).slice(0, LISTED);
    return {
      tests: drawn.map(({ id, name }) => ({ id, why: name })),
      sentence: "Test cases were drawn at random.",
      calls: [{ tool: "random_ranker", family: "unknown", arguments: { seed }, rows: drawn }],
    };
  },
};

interface Test extends Record<string, string> {
  id: string;
  name: string;
}

/** Records by a list of their ids are named by these alone. */
async function all({ ids }: SearchFilter, substrate: Substrate): Promise<readonly Test[]> {
  return ids?.map((id) => ({ id, name: id })) ?? (await allTests(substrate));
}

/** Read once per substrate: the same for every question. */
const TESTS = new WeakMap<Substrate, Promise<Test[]>>();

function allTests(substrate: Substrate): Promise<Test[]> {
  const reading =
    TESTS.get(substrate) ??
    substrate.sql
      .query<Test>(`SELECT test_case_id AS id, name FROM canon.test_case ORDER BY test_case_id COLLATE "C"`)
      .then(({ rows }) => rows);
  TESTS.set(substrate, reading);
  return reading;
}
