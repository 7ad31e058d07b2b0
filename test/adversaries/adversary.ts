import type { IdReader } from "../../base/ids/id-reader.ts";
import type { AttackFacts } from "../../harness/run/attack/strategies.ts";
import type { ProviderRequest, Reply } from "../loopback/provider.ts";

/** What an endpoint replies to its n-th request, knowing the question, the corpus and what it is sent. */
export interface Adversary {
  name: string;
  reply: (facts: AttackFacts & Shown, count: number) => Reply;
}

/** What a request shows who answers it: an adversary that looked for nothing itself. */
export interface Shown {
  /** Results of tools and records retrieved for the question, as they stand in the request. */
  records: string;
  /** Ids of the test cases in them, in the order in which they stand there. */
  shown: readonly string[];
  /** The thread's id and a result's path, by which a source is cited. */
  source: string;
}

const THREAD = /thread id of this conversation is `([^`]+)`/;
const PATH = /"result":"([^"]+)"/;
const RECORDS = /^(?:\{|Records retrieved for the question)/;

export function shownIn(
  { body }: Pick<ProviderRequest, "body">,
  { ids, tests }: { ids: IdReader; tests: ReadonlySet<string> },
): Shown {
  const messages = (body.messages ?? []) as { role: string; content: unknown }[];
  const texts = messages.filter(({ role }) => role !== "system").map(({ content }) => textOf(content));
  const records = texts.filter((text) => RECORDS.test(text)).join("\n");
  const all = messages.map(({ content }) => textOf(content)).join("\n");
  return {
    records,
    shown: [...ids.idsIn(records)].filter((id) => tests.has(id)),
    source: `artifact://${THREAD.exec(all)?.[1] ?? "t"}?path=${PATH.exec(records)?.[1] ?? "/results/000-x.json"}`,
  };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? "").join("\n") : "";
}
