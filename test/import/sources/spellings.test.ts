import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { importSource } from "../../../import/sources/import-source.ts";

async function linksOf(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-spellings-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const { corpus } = await importSource(folder);
  return {
    links: corpus.links.map(({ sourceId, targetId }) => `${sourceId} > ${targetId}`),
    named: corpus.artifacts.filter(({ meta }) => meta.named_only).map(({ id }) => id),
    notes: corpus.notes.join("\n"),
  };
}

const ITEMS = "ID,Title\nsysReq-1,Pumps stop\nFW/Anf 2,Valves open\nfw/anf 2,Valves shut\nFW/Anf 3,Heat falls\n";

it("a requirement's id in other letters is that requirement, and no other that is only named", async () => {
  const tests = "Test-ID,Title,Requirement\nT/1,a,sysreq-1\nT/2,b,Fw/Anf 2\nT/3,c,fw/anf 2\nT/4,d,FW-ANF 3\n";
  const { links, named, notes } = await linksOf({ "requirements.csv": ITEMS, "tests.csv": tests });
  expect(links).toEqual(["T/1 > sysReq-1", "T/2 > Fw/Anf 2", "T/3 > fw/anf 2", "T/4 > FW-ANF 3"]);
  expect(named).toEqual(["FW-ANF 3", "Fw/Anf 2"]); // Two are spelt like the first; a slash and a hyphen tell ids apart.
  expect(notes).toContain('marked named_only: "Fw/Anf 2", "FW-ANF 3"');
});

it("a table of pairs names records in other letters, too", async () => {
  const tests = "Test-ID,Title,Steps\nT/1,a,go\nT/2,b,go\nT/3,c,go\nT/4,d,go\nT/5,e,go\n";
  const items = "ID,Title\nReq-1,Pumps stop\nReq-2,Valves open\n";
  const pairs = "Test,Requirement\nT/1,Req-1\nT/2,Req-2\nT/3,Req-2\nT/4,Req-1\nt/5,REQ-1\n";
  const { links, notes } = await linksOf({ "requirements.csv": items, "tests.csv": tests, "trace.csv": pairs });
  expect(links).toContain("T/5 > Req-1");
  expect(links).toHaveLength(5);
  expect(notes).not.toContain("LEFT OUT");
});

it("a tracker's link to an id in other letters is none to nothing", async () => {
  const need = (id: string, type: string, links: readonly string[]) => ({ id, type, title: `of ${id}`, links });
  const needs = { "REQ-A_1": need("REQ-A_1", "req", []), "T-1": need("T-1", "test", ["req_a_1", "REQ-9"]) };
  const { links, notes } = await linksOf({
    "needs.json": JSON.stringify({ current_version: "1", versions: { 1: { needs } } }),
  });
  expect(links).toEqual(["T-1 > REQ-A_1"]);
  expect(notes).toMatch(/1 link ends at nothing .* "REQ-9"$/m);
});
