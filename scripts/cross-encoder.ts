/**
 * A cross-encoder for the re-rank level `cross_encoder`, trained on texts of one's own from the first three layers of all-MiniLM-L6-v2 (which
 * `scripts/minilm.ts` makes). Each FOLDER is a corpus (artifacts.jsonl, links.csv) or holds Markdown; never one that is to be measured.
 * A tenth of the records is held out. On them, and on folders that are named `--unseen`, MRR@10 is printed: of BM25,
 * of MiniLM and of the cross-encoder on BM25's first 50. Needs Python 3 and a quarter of an hour of two cores.
 *
 *   node --import tsx scripts/cross-encoder.ts FOLDER... [--out .scopebench/cross-encoder] [--minilm .scopebench/minilm/model]
 *     [--unseen FOLDER]... [--steps 520] [--stop: after so many of the steps]
 *
 * Then, in bench.yaml: cross_encoder: { protocol: onnx, path: what it prints, context_tokens: 256 }
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { $ } from "zx";
import { makeFolderWhole, withScratchFolder } from "../base/whole-folder.ts";
import { argumentsOf } from "./arguments.ts";

const { values, positionals } = argumentsOf(import.meta.filename, {
  out: { type: "string", default: ".scopebench/cross-encoder" },
  minilm: { type: "string", default: ".scopebench/minilm/model" },
  unseen: { type: "string", multiple: true, default: [] },
  steps: { type: "string", default: "520" },
  stop: { type: "string" },
});
const [out, minilm] = [resolve(values.out), resolve(values.minilm)];
const schedule = ["--steps", values.steps, ...(values.stop ? ["--stop", values.stop] : [])];
const parts = join(import.meta.dirname, "cross-encoder");
$.verbose = true;
if (!existsSync(out)) await withScratchFolder("cross-encoder", train);
console.log(out);

async function train(scratch: string): Promise<void> {
  const python = join(scratch, "bin", "python");
  await $`python3 -m venv ${scratch}`;
  await $`${python} -m pip install --quiet -r ${join(parts, "requirements.txt")}`;
  await makeFolderWhole(out, async (partial) => {
    await $`${python} -Bu ${join(parts, "train.py")} ${minilm} ${partial} ${positionals} ${schedule}`;
    await $`${python} -B ${join(parts, "measure.py")} ${minilm} ${partial} ${positionals} --unseen ${values.unseen}`;
  });
}
