import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "../../cli/run-cli.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-interactive-"));
  const rows = ["T-1;ann;press;Prüfung X", "T-2;bob;wait;Prüfung X", "R-1;bob;lock;Wunsch"];
  await writeFile(join(cwd, "m y.csv"), ["Name;Wer;Was;Typ", ...rows].join("\n"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const importMine = (input: string[], ...flags: string[]) =>
  runCli(["corpus", "import", "m y.csv", "--interactive", ...flags], { cwd, input });

it("shows what stands in the way and each guess with examples, takes corrections, and tells the command for it all", async () => {
  const pairs = ["Was=text", "Wunsch=backlog_item", "Prüfung X=test_case", "nope=title", "Wer=left out"];
  const { code, out, errors } = await importMine([...pairs, ""], "--to", "mine");
  expect(code, errors).toBe(0);
  expect(errors).toContain('m y.csv: "Was", such as "press", "wait", "lock"');
  expect(errors).toContain("artifact type Prüfung X (2) is test_case\n    T-1 press\n    T-2 wait");
  expect(errors).toContain("column Wer of m y.csv is left out");
  expect(errors).toContain('no table has the column "nope"');
  const kept = pairs.filter((pair) => pair !== "nope=title").map((pair) => `--mapping '${pair}'`);
  expect(errors).toContain(
    `scopebench corpus import 'm y.csv' ${kept.join(" ").replace("'Was=text'", "Was=text").replace("'Wunsch=backlog_item'", "Wunsch=backlog_item")} --to mine`,
  );
  expect(out).toContain("2 test_case");
  expect(await readFile(join(cwd, "mine", "artifacts.jsonl"), "utf8")).not.toContain("ann");
});

it("writes nothing when a person leaves, or the input ends", async () => {
  expect(await importMine(["Was=text", "q"], "--to", "none")).toMatchObject({ code: 0, out: "" });
  const { code, errors } = await importMine(["Was=text"], "--to", "none");
  expect([code, errors]).toEqual([1, expect.stringContaining("the input ended")]);
  await expect(readFile(join(cwd, "none", "artifacts.jsonl"))).rejects.toThrow("ENOENT");
});

it("shows again only what a correction changed, and many attributes a line each", async () => {
  const header = ["ID", "Title", "Steps", ...Array.from({ length: 30 }, (_, at) => `Field ${at}`)];
  const rows = [1, 2].map((at) => [`T-${at}`, `Title ${at}`, `step ${at}`, ...header.slice(3).map(() => `v${at}`)]);
  await writeFile(join(cwd, "wide.csv"), [header, ...rows].map((cells) => cells.join(",")).join("\n"));
  const { errors } = await runCli(["corpus", "import", "wide.csv", "--interactive"], {
    cwd,
    input: ["Field 3=left out", "Field 3=left out", "q"],
  });
  expect(errors).toContain("column Field 7 of wide.csv is attribute: v1, v2\ncolumn Field 8 of");
  expect(errors.match(/column Title of/g)).toHaveLength(1);
  expect(errors).toContain("column Field 3 of wide.csv is left out\n    v1");
  expect(errors).toContain("that changes nothing");
});
