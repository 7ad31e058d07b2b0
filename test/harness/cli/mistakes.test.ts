import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nonEmpty } from "../../non-empty.ts";
import { runCli } from "./run-cli.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-mistakes-"));
  const model = "name: m, provider: openai, model: v/m, base_url: https://host.test/v1";
  await writeFile(join(cwd, "no-key.yaml"), `models: [{ ${model}, api_key_env: MY_API_KEY }]\n`);
  await writeFile(join(cwd, "typed-key.yaml"), `models: [{ ${model}, api_key: sk-abcdefghijkl }]\n`);
  await writeFile(join(cwd, "misspelt.yaml"), "model: []\n");
  await writeFile(join(cwd, "odd.csv"), "a,b\n1,2\n");
  // What a command loads is loaded once: a person starts it from a compiled package, a test from sources.
  for (const [, line] of MISTAKES) await runCli(line.split(" "), { cwd });
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** What newcomers do, and what the message must hold: what is wrong, and what to type next. */
const MISTAKES = nonEmpty([
  ["a command is misspelt", "rnu", /unknown command 'rnu'[\s\S]*Did you mean run\?/],
  ["a number is a word", "run --limit five", /'five' is invalid\. expected a whole number[\s\S]*--help/],
  ["a model is misspelt", "run --models explorr", /no model named explorr[\s\S]*explorer, planner, sprinter/],
  [
    "the configuration is elsewhere",
    "run -c bench.yml",
    /there is no configuration .*bench\.yml[\s\S]*scopebench init/,
  ],
  [
    "a key of the file is misspelt",
    "run -c misspelt.yaml",
    /misspelt\.yaml:1: unknown key "model"; did you mean models\?/,
  ],
  ["a secret is in the file", "run -c typed-key.yaml", /unknown key "api_key"; did you mean api_key_env\?/],
  ["the secret is not exported", "run -c no-key.yaml", /expected a key in MY_API_KEY[\s\S]*Export/],
  ["the corpus is elsewhere", "run --corpus nowhere", /there is no folder .*nowhere[\s\S]*`scopebench corpus import`/],
  [
    "the questions are elsewhere",
    "run --scenario-file my.yaml",
    /no file .*my\.yaml[\s\S]*scopebench scenarios generate/,
  ],
  ["nothing was run yet", "show latest", /there are no runs in [\s\S]*scopebench run makes one/],
  [
    "no baseline was saved",
    "compare baseline.csv latest",
    /no file .*baseline\.csv[\s\S]*scopebench runs baseline save latest/,
  ],
  ["nothing was recorded", "run --replay main.recording", /no recording [\s\S]*scopebench run --record/],
  [
    "the spreadsheet is elsewhere",
    "corpus import tests.xlsx",
    /there is no .*tests\.xlsx[\s\S]*scopebench corpus formats/,
  ],
  [
    "columns say nothing",
    "corpus import odd.csv --to out",
    /no column is taken for a title[\s\S]*--mapping 'Column name=title'/,
  ],
  ["there is no queue", "queue inspect", /expected an address[\s\S]*export SCOPEBENCH_QUEUE_URL=/],
] as const);

it.each(MISTAKES)("%s: told within a second of processor time, with what to do next", async (_, line, says) => {
  const before = process.cpuUsage();
  const { code, out, errors } = await runCli(line.split(" "), { cwd });
  const { user, system } = process.cpuUsage(before);
  expect([code, `${out}\n${errors}`]).toEqual([1, expect.stringMatching(says)]);
  expect(errors).not.toContain("sk-abcdefghijkl");
  expect((user + system) / 1e6).toBeLessThan(1);
});
