import { afterAll, beforeAll, expect, it } from "vitest";
import { parseAnswer } from "../../../agent/answer/answer.ts";
import type { Row, Substrate } from "../../../db/ports/ports.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";
import { nonEmpty } from "../../non-empty.ts";
import { type Served, serveSmall } from "../served.ts";

let served: Served;
let substrate: Substrate;
beforeAll(async () => {
  served = await serveSmall("memory://");
  substrate = await readSmallSubstrate();
});
afterAll(() => served?.close());

const json = { "content-type": "application/json" };
const post = async (path: string, body: object) =>
  (await (
    await fetch(`${served.url}${path}`, { method: "POST", headers: json, body: JSON.stringify(body) })
  ).json()) as never;
const answerTo = async (content: string) => {
  const [first] = (await post("/assistants/search", {})) as { assistant_id: string }[];
  const input = { messages: [{ role: "user", content }] };
  const { messages } = (await post("/runs/wait", { assistant_id: first!.assistant_id, input })) as {
    messages: { content: string }[];
  };
  return parseAnswer(messages.at(-1)!.content);
};
const testsOf = async (id: string) => {
  const { rows } = await substrate.sql.query<Row & { id: string }>(
    `SELECT test_case_id AS id FROM core.trace_link WHERE reference_id = $1
     UNION SELECT test_case_id FROM proc.test_case_message WHERE message_id = $1 ORDER BY 1`,
    [id],
  );
  return rows.map((row) => row.id);
};

it("examples are the corpus' own, the same every time, and are answered with exactly what is recorded", async () => {
  const read = async () => (await (await fetch(`${served.url}/examples`)).json()) as string[];
  const examples = await read();
  expect(await read()).toEqual(examples);
  expect(examples.some((question) => question.endsWith("have no test?"))).toBe(true);
  for (const question of nonEmpty(examples)) {
    const { ranked, abstained } = await answerTo(question);
    expect([question, abstained]).toEqual([question, false]);
    const id = /(?:of) (\S+)/.exec(question)![1]!.replace("?", "");
    if (question.startsWith("Which tests")) expect(ranked.toSorted()).toEqual(await testsOf(id));
    else expect(await Promise.all(nonEmpty(ranked).map(testsOf))).toEqual(ranked.map(() => []));
  }
});
