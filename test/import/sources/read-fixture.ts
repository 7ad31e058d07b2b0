import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { Problems } from "../../../import/folder/problems.ts";
import { chooseAdapter } from "../../../import/sources/choose-adapter.ts";
import { openSource } from "../../../import/sources/files.ts";
import type { ReadContext, SourceContent } from "../../../import/sources/source.ts";

/** A file or folder of `test/input/sources`. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../../input/sources/${name}`, import.meta.url));
}

/** What the adapter that knows a path gives, and what it reports. */
export async function readPath(
  path: string,
  { format, encoding, ...context }: Partial<ReadContext> & { format?: string; encoding?: string } = {},
): Promise<SourceContent & { adapter: string; problems: string[] }> {
  const problems = new Problems();
  const source = await openSource(path, { encoding });
  const { adapter } = chooseAdapter(source, format);
  const content = await adapter.read(source, { columns: {}, broken: [], ...context, problems });
  return { ...content, adapter: adapter.name, problems: problems.list() };
}

/** A temporary file. */
export async function tempFile(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-source-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, name), content);
  return join(folder, name);
}
