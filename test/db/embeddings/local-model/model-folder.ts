import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The files of a model that says nothing: enough for what is read before it is loaded. Content is text or bytes; null leaves a file out. */
export async function withModelFolder<T>(
  files: Record<string, string | null>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = await mkdtemp(join(tmpdir(), "scopebench-model-"));
  const all = {
    "config.json": '{"max_position_embeddings": 512}',
    "tokenizer.json": "{}",
    "tokenizer_config.json": "{}",
    "onnx/model.onnx": "weights",
    ...files,
  };
  try {
    await mkdir(join(path, "onnx"));
    for (const [name, content] of Object.entries(all)) if (content !== null) await writeFile(join(path, name), content);
    return await use(path);
  } finally {
    await rm(path, { recursive: true });
  }
}
