import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseObject } from "../../../base/json-object.ts";
import { UserError } from "../../../base/user-error.ts";
import { WEIGHT_FILES } from "./weight-files.ts";

/** Operators that scale numbers by the largest of the whole batch: with them a text's vector depends on its neighbours. */
const SCALED_BY_BATCH = ["DynamicQuantizeLinear", "DynamicQuantizeMatMul", "DynamicQuantizeLSTM", "QAttention"];

/**
 * What a model's folder says before it is loaded. `quantizesAtRun` names the operator that makes a vector depend on the
 * texts beside it; null: none. Throws a UserError `substrate` with everything that is missing or does not fit.
 */
export async function readModelFolder({
  path,
  dtype,
  contextTokens,
}: {
  path: string;
  dtype: keyof typeof WEIGHT_FILES;
  contextTokens: number;
}): Promise<{ quantizesAtRun: string | null }> {
  const folder = resolve(path);
  const weights = `onnx/${WEIGHT_FILES[dtype]}`;
  const config = await readJson(folder, "config.json");
  const tokenizer = await readJson(folder, "tokenizer_config.json");
  const problems = [
    config.problem,
    (await readJson(folder, "tokenizer.json")).problem,
    tokenizer.problem,
    (await isFile(join(folder, weights))) ? null : `${weights} is missing`,
    ...[config.value?.max_position_embeddings, tokenizer.value?.model_max_length].map((most) =>
      typeof most === "number" && most < contextTokens
        ? `the model takes ${most} tokens: expected context_tokens of at most that, found ${contextTokens}`
        : null,
    ),
  ].filter((problem) => problem !== null);
  if (problems.length > 0)
    throw new UserError("substrate", `${folder}: expected a model that transformers.js reads`, {
      problems: [...new Set(problems)],
      hint: `the folder holds config.json, tokenizer.json, tokenizer_config.json and ${weights} (the file of dtype ${dtype})`,
    });
  const bytes = await readFile(join(folder, weights));
  return { quantizesAtRun: SCALED_BY_BATCH.find((operator) => bytes.includes(operator)) ?? null };
}

async function readJson(
  folder: string,
  name: string,
): Promise<{ value: Record<string, unknown> | null; problem: string | null }> {
  const text = await readFile(join(folder, name), "utf8").catch(() => null);
  if (text === null) return { value: null, problem: `${name} is missing` };
  const value = parseObject(text);
  return { value, problem: value ? null : `${name}: expected a JSON object` };
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
}
