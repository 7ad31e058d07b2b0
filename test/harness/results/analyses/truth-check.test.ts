import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import type { Scored } from "../../../../harness/results/analyses/scored.ts";
import { truthCheck } from "../../../../harness/results/analyses/truth-check.ts";
import { overLimits } from "../../../../harness/run/start/over-limits.ts";
import { scoredContext } from "../../run/stages/context.ts";

type Truth = Scored["baselines"][number]["executions"][number];

const truth = (scenario_id: string, { met = true, status = "pass", outcome = "success" }) =>
  ({
    record: { scenario_id, outcome },
    scenario: {},
    functional: [
      { name: "exit_ok", pass: true, explanation: "ended as success" },
      { name: "ids_in_answer", pass: met, explanation: "1 of 2 expected ids" },
    ],
    primary: { judgement: { status, summary: "Not met: 1 expected ids are missing." } },
  }) as unknown as Truth;

const check = (executions: Truth[]) =>
  truthCheck.compute({ baselines: [{ name: "oracle", executions }] } as unknown as Scored, {});

describe("the truth as an answer", () => {
  it("says which scenario fails it and why; what was not answered is not counted", () => {
    const executions = [
      truth("S1", {}),
      truth("S2", { met: false, status: "fail" }),
      truth("S3", { status: "fail" }),
      truth("S4", { outcome: "missing", status: "fail" }),
    ];
    const judge = "Not met: 1 expected ids are missing.";
    expect(check(executions)).toEqual({
      of: 3,
      failed: [
        { scenario_id: "S2", functional: ["ids_in_answer: 1 of 2 expected ids"], judge },
        { scenario_id: "S3", functional: [], judge },
      ],
    });
    expect(truthCheck.compute({ baselines: [] as Scored["baselines"] } as Scored, {})).toEqual({ of: 0, failed: [] });
  });

  it.each([
    [50, false],
    [49, true],
  ])("ends the run with 2 when more than 2 %% fail: 1 of %i", async (of, over) => {
    await using context = await scoredContext();
    const { config, runDirectory } = context;
    const failed = [{ scenario_id: "S2", functional: [], judge: "Not met: a key fact\u001b[2J." }];
    await writeFile(runPath(runDirectory, "metrics", "truth_check.json"), JSON.stringify({ of, failed }));
    const said: string[] = [];
    const signal = new AbortController().signal;
    const io = { cwd: "/", environment: {}, interactive: false, columns: 80, signal, out: () => undefined };
    await overLimits(
      { ...config, max_error_rate: 1, max_unscored_rate: 1 },
      { runDirectory, io: { ...io, error: (text: string) => void said.push(text) } },
    );
    const [line] = said.filter((text) => text.includes("the truth itself fails"));
    expect(line !== undefined).toBe(over);
    if (over) expect(line).toContain("1 of 49 scenarios: S2; S2: Not met: a key fact");
    expect(line ?? "").not.toContain("\u001b");
  });
});
