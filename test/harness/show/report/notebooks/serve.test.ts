import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFaults } from "../../../../../harness/record/run-directory/find-faults.ts";
import { beginChecksums, recordAll } from "../../../../../harness/record/run-directory/record-files.ts";
import { type ReportServer, serveReport } from "../../../../../harness/show/live/serve-report.ts";
import { notebookName } from "../../../../../harness/show/report/notebooks/notebook.ts";

const NOTEBOOK = { run: "r", title: "Slow <b>answers</b>", cells: [{ type: "sql", text: "SELECT 1", name: "q1" }] };

let run: string;
let server: ReportServer;
beforeAll(async () => {
  run = await mkdtemp(join(tmpdir(), "scopebench-notebooks-"));
  await mkdir(join(run, "report"));
  await writeFile(join(run, "report/index.html"), "here");
  await beginChecksums(run, []);
  await recordAll(run);
  server = await serveReport(join(run, "report"), { runDirectory: run });
});
afterAll(async () => {
  await server?.close();
  await rm(run, { recursive: true });
});

const ask = (method: string, path: string, body?: unknown) =>
  fetch(server.url + path, { method, body: body === undefined ? undefined : JSON.stringify(body) });
const listed = async () => (await ask("GET", "data/notebooks.json")).json();

describe("a served run", () => {
  it("takes notebooks under a name, gives them again, records them and removes them", async () => {
    expect(await listed()).toEqual({ writable: true, notebooks: [] });
    expect((await ask("PUT", "notebooks/slow-answers.json", NOTEBOOK)).status).toBe(200);
    expect(await listed()).toEqual({ writable: true, notebooks: [{ name: "slow-answers", ...NOTEBOOK }] });
    expect(await findFaults(run, ["notebooks"])).toEqual([]);
    expect((await ask("DELETE", "notebooks/slow-answers.json")).status).toBe(200);
    expect(await readdir(join(run, "notebooks"))).toEqual([]);
    expect(await findFaults(run, ["notebooks"])).toEqual([]);
  });

  it.each([
    ["no notebook", "notebooks/a.json", { cells: "all" }],
    ["a cell of another kind", "notebooks/a.json", { ...NOTEBOOK, cells: [{ type: "js", text: "alert(1)" }] }],
    [
      "more than anybody writes",
      "notebooks/a.json",
      { ...NOTEBOOK, cells: [{ type: "text", text: "x".repeat(200_001) }] },
    ],
    ["a name that leads elsewhere", "notebooks/A%2e.json", NOTEBOOK],
    ["a name of a file that is not one", "notebooks/-.json", NOTEBOOK],
  ])("refuses %s", async (_, path, body) => {
    expect((await ask("PUT", path, body)).status).toBe(400);
    expect(await listed()).toEqual({ writable: true, notebooks: [] });
  });

  it("takes nothing else, and nothing from a page of another origin", async () => {
    expect((await ask("PUT", "index.html", NOTEBOOK)).status).toBe(405);
    expect((await ask("DELETE", "index.html")).status).toBe(405);
    const headers = { origin: "http://evil.invalid" };
    const sent = { method: "PUT", headers, body: JSON.stringify(NOTEBOOK) };
    expect((await fetch(`${server.url}notebooks/a.json`, sent)).status).toBe(403);
  });

  it("leaves out a file that is no notebook", async () => {
    await mkdir(join(run, "notebooks"), { recursive: true });
    await writeFile(join(run, "notebooks/broken.json"), "{");
    expect(await listed()).toEqual({ writable: true, notebooks: [] });
  });
});

it.each([
  ["Slow <b>answers</b>", "slow-b-answers-b"],
  ["Übergröße 2", "ubergro-e-2"],
  ["測試", "6e2c-8a66"],
  ["../../etc/passwd", "etc-passwd"],
  ["?!", "untitled"],
])("a notebook titled %j is saved as %s", (title, name) => {
  expect(notebookName(title)).toBe(name);
});
