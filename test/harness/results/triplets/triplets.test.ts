import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFollowUp } from "../../../../harness/results/triplets/follow-up.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";

const LABELLED = join(import.meta.dirname, "../../../../examples/faults/sessions.csv");

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-triplets-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function triplets(name: string, text: string, ...flags: string[]) {
  await writeFile(join(cwd, name), text);
  return runCli(["measure", "triplets", join(cwd, name), ...flags], { cwd, environment: { COLUMNS: "80" } });
}

it("the labels are those that were written before the rules, and the rules agree with nearly all, with an interval", async () => {
  const text = await readFile(LABELLED, "utf8");
  const sum = createHash("sha256").update(text).digest("hex");
  expect(sum).toBe("f7b0696a48ae6f4dfb715d82b1550d1795dc468ccd1a15dedd6d9f00b28a85ba");
  const { agreement } = JSON.parse((await triplets("labelled.csv", text, "--json")).out);
  expect([agreement.labelled, agreement.agreed]).toEqual([100, 96]);
  expect(agreement.kappa).toBeCloseTo(0.9465, 4);
  expect([agreement.low < 0.9, agreement.high < 1]).toEqual([true, true]);
});

describe("what was said next", () => {
  const query = "Which tests cover handover over X2AP?";
  const answer = "Recommended: TC-12, TC-40.";
  const read = (next: string | null) => readFollowUp({ query, answer, next });

  it.each([
    [null, "last"],
    ["Thanks!", "accepted"],
    ["Thanks. How many faults were filed against YARN?", "accepted"],
    ["Thanks, which of these need two nodes?", "deepened"],
    ["Thanks, but TC-12 is for S1AP.", "corrected"],
    ["TC-40 was removed in March.", "corrected"],
    ["tests that cover X2AP handover", "repeated"],
    ["no further questions", "accepted"],
  ] as const)("%j is read as %s", (next, kind) => {
    expect(read(next)).toBe(kind);
  });
});

it("of threads that the assistant exported: the next turn is the next message, the last one has none", async () => {
  const thread = (id: string, turns: string[]) => ({
    ...{ thread_id: id, assistant_id: "explorer", turns },
    answers: turns.map(() => "Recommended: TC-12."),
    tool_calls: [{ turn: 0, status: "error" }],
  });
  const lines = [
    thread("a", ["Which tests cover X2AP?", "No, those are for S1AP.", "Thanks"]),
    thread("b", ["Hello?"]),
  ];
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  const found = JSON.parse((await triplets("threads.jsonl", text, "--json")).out);
  expect([found.triplets, found.sessions, found.agreement]).toEqual([4, 2, null]);
  const counts = Object.fromEntries(
    found.shares.map((one: { follow_up: string; count: number }) => [one.follow_up, one.count]),
  );
  expect(counts).toEqual({ accepted: 1, deepened: 0, corrected: 1, repeated: 0, last: 2 });
});

it("what goes with a correction is found among the file's own columns, and what does not is not", async () => {
  const rows = Array.from({ length: 60 }, (_, at) => {
    const [system, colour] = [at % 2 === 0 ? "old" : "new", at % 3 === 0 ? "red" : "blue"];
    const next = system === "old" && at % 10 > 0 ? "That is wrong." : "Thanks.";
    return `s${at},Which tests?,TC-${at}.,${next},${system},${colour}`;
  });
  const { out } = await triplets(
    "sessions.csv",
    `session,query,answer,next,system,colour\n${rows.join("\n")}`,
    "--json",
  );
  const { corrected } = JSON.parse(out) as {
    corrected: { where: string; difference: number; low: number; high: number }[];
  };
  const told = new Map(corrected.map((one) => [one.where, one]));
  const old = told.get("system = old")!;
  expect([corrected[0]?.difference, old.low > 0.3]).toEqual([old.difference, true]);
  const red = told.get("colour = red")!;
  expect([red.low < 0, red.high > 0]).toEqual([true, true]);
});

it("fits 80 columns, and says every row that is no triplet, with its line", async () => {
  const { out } = await triplets("labelled.csv", await readFile(LABELLED, "utf8"));
  expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  const { code, errors } = await triplets(
    "bad.csv",
    "session,query,answer,next,label\n,q,a,n,last\ns,,a,n,\ns,q,a,n,happy\n",
  );
  expect(code).toBe(1);
  for (const line of nonEmpty([2, 3, 4])) expect(errors).toContain(`bad.csv:${line}:`);
});
