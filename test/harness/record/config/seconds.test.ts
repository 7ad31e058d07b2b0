import { expect, it } from "vitest";
import { configSchema } from "../../../../harness/record/config/schema.ts";

const MOST_S = 2_147_483;
const MOST_MS = 2_147_483_647;

const model = (seconds: number) => ({ name: "m", provider: "openai", model: "m", request_timeout_s: seconds });
const settings = (seconds: number, milliseconds: number) => ({
  models: [model(seconds)],
  cross_encoder: { base_url: "http://127.0.0.1:1", model: "m", request_timeout_s: seconds },
  substrate: {
    embedding: {
      type: "openai",
      base_url: "http://127.0.0.1:1",
      model: "m",
      dimensions: 3,
      request_timeout_s: seconds,
    },
  },
  limits: { turn_cutoff_s: seconds, sql_timeout_ms: milliseconds, cypher_timeout_ms: milliseconds },
});

it("no time limit is longer than a timer of Node goes: it would be over at once, and each answer a timeout", () => {
  expect(configSchema.safeParse(settings(MOST_S, MOST_MS)).error?.issues).toBeUndefined();
  const refused = configSchema
    .safeParse(settings(MOST_S + 1, MOST_MS + 1))
    .error?.issues.map(({ path }) => path.at(-1));
  expect(refused?.sort()).toEqual([
    ...["cypher_timeout_ms", "request_timeout_s", "request_timeout_s", "request_timeout_s"],
    ...["sql_timeout_ms", "turn_cutoff_s"],
  ]);
});
