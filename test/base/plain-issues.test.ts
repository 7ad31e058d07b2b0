import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { parsePlainly, problemsOf } from "../../base/plain-issues.ts";
import { parseYaml } from "../../base/yaml.ts";
import { configSchema } from "../../harness/record/config/schema.ts";
import { scenarioSetSchema } from "../../scenarios/set/schema.ts";
import { nonEmpty } from "../non-empty.ts";

const problems = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = parsePlainly(schema, value);
  return parsed.success ? [] : problemsOf(parsed.error);
};

/** What zod says of itself where nobody says it better. */
const ZODS_OWN = /Invalid|Unrecognized|Too (big|small)|received|expected (string|number|array|object|record|int)\b/;

describe("what does not fit a schema is said in plain words", () => {
  it.each([
    [{ modles: [] }, ['unknown key "modles"; did you mean models?']],
    [{ seed: "three" }, ['seed: expected a number, found "three"']],
    [{ seed: 1.5 }, ["seed: expected a whole number, found 1.5"]],
    [{ repeats: 0 }, ["repeats: expected more than 0, found 0"]],
    [{ concurrency: 1000 }, ["concurrency: expected 256 or less, found 1000"]],
    [{ models: null }, ["models: expected a list, found nothing"]],
    [{ workflows: [] }, ["workflows: expected a list of at least 1 entry, found an empty list"]],
    [
      { knowledge: ["promt"] },
      ['knowledge.0: expected prompt, skill or skill_meta, found "promt"; did you mean prompt?'],
    ],
    [{ judges: { meta: { type: "none" } } }, ['judges.meta.type: expected rubric or llm, found "none"']],
    [{ corpus: 7 }, ["corpus: expected a text or a mapping of keys to values, found 7"]],
    [
      { corpus: { type: "folder", pth: "x" } },
      ["corpus.path: is missing; expected a text", 'corpus: unknown key "pth"; did you mean path?'],
    ],
    [
      { corpus: { type: "folders" } },
      ['corpus.type: expected telecom or folder, found "folders"; did you mean folder?'],
    ],
    [
      { substrate: { search: { stop_words: 1 } } },
      ["substrate.search.stop_words: expected english or none or a list, found 1"],
    ],
    [{ models: [{ name: "a", provider: "policy" }] }, ["models.0.model: is missing; expected a text"]],
    [
      { plots: 3, limits: [] },
      [
        "limits: expected a mapping of keys to values, found an empty list",
        "plots: expected a mapping of keys to values, found 3",
      ],
    ],
  ])("%j", (value, expected) => {
    expect(problems(configSchema, value)).toEqual(expected);
  });

  it("an address is not repeated: it may hold a password", () => {
    const models = [{ name: "a", provider: "openai", model: "m", base_url: "user:hunter2@host" }];
    expect(problems(configSchema, { models }).join()).not.toContain("hunter2");
  });

  it("each unknown key of a file is named with its own line", () => {
    const text = "version: 1\nfmaily: x\ncorpus: a\nsnapshot: any\nseed: null\nseeed: 2\nscenarios: []\n";
    const read = () => parseYaml(text, { path: "s.yaml", schema: scenarioSetSchema, code: "scenarios" });
    expect(read).toThrow(
      expect.objectContaining({
        problems: [
          "s.yaml:7: scenarios: expected a list of at least 1 entry, found an empty list",
          expect.stringMatching(/^s\.yaml:2: unknown key "fmaily"; expected version, /),
          's.yaml:6: unknown key "seeed"; did you mean seed?',
        ],
      }),
    );
  });

  it("never in zod's own words, whatever is wrong", () => {
    const wrong = [null, 7, "x", [], {}, { a: 1 }, true, -1, 1e9, ""];
    const keys = Object.keys(configSchema.shape).filter((key) => key !== "$schema");
    const said = keys.flatMap((key) => wrong.flatMap((value) => problems(configSchema, { [key]: value })));
    for (const problem of nonEmpty(said)) expect(problem).not.toMatch(ZODS_OWN);
  });
});
