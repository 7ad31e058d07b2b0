import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export const TEST_LINE = { id: "T-1", type: "test_case", title: "a test", text: "do it", meta: {} };
export const REQUIREMENT_LINE = {
  id: "R-1",
  type: "requirement",
  title: "a requirement",
  text: "it shall be done",
  meta: {},
};
export const LINK_ROWS = "source_id,target_id,kind\nR-1,T-1,verified-by\n";

/** A temporary corpus folder; text files as given, `artifacts` as lines of JSON unless it is a text or bytes already. */
export async function corpusFolder(files: {
  artifacts?: readonly unknown[] | string | Uint8Array;
  links?: string | Uint8Array;
  mapping?: string;
}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-corpus-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { artifacts, links, mapping } = files;
  const lines = Array.isArray(artifacts)
    ? artifacts.map((line) => `${JSON.stringify(line)}\n`).join("")
    : (artifacts as string | Uint8Array | undefined);
  if (lines !== undefined) await writeFile(join(folder, "artifacts.jsonl"), lines);
  if (links !== undefined) await writeFile(join(folder, "links.csv"), links);
  if (mapping !== undefined) await writeFile(join(folder, "corpus.yaml"), mapping);
  return folder;
}
