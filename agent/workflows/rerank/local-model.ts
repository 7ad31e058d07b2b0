import { basename, dirname, resolve } from "node:path";
import { LRUCache } from "lru-cache";
import { readModelFolder } from "../../../db/embeddings/local-model/folder.ts";
import { importTransformers, sessionOptions, unreadable } from "../../../db/embeddings/transformers.ts";
import type { LocalCrossEncoder } from "../../contract/contract.ts";

/** A score for each text with the query, higher for what answers it more; in the order of the texts. */
export type ScorePairs = (query: string, texts: readonly string[]) => Promise<number[]>;

/** What is used of `@huggingface/transformers` (version 3 and later). */
export interface PairClassifiers {
  env: { allowRemoteModels: boolean; localModelPath: string };
  AutoTokenizer: { from_pretrained(model: string, options: { local_files_only: boolean }): Promise<PairTokenizer> };
  AutoModelForSequenceClassification: {
    from_pretrained(
      model: string,
      options: { dtype: string; local_files_only: boolean; session_options: object },
    ): Promise<(inputs: unknown) => Promise<{ logits?: { dims: readonly number[]; data: ArrayLike<number> } }>>;
  };
}
type PairTokenizer = (
  query: string,
  options: { text_pair: string; truncation: boolean; max_length: number },
) => unknown;

/** As a message begins that names what is missing. */
export const LOCAL_CROSS_ENCODER_NEEDS = "a local cross-encoder needs";

/** Pairs whose scores are remembered: models of a matrix ask the same questions, and find the same records. */
const REMEMBERED_PAIRS = 20_000;

/**
 * A cross-encoder in ONNX, loaded once, at the first question. Each pair is scored alone and once, so that a score does not depend on the
 * records beside it. Of one label its logit is the score; of two, how much the second (relevant) is above the first.
 * @throws UserError `environment` without the package, `substrate` when the model does not load or answers otherwise
 */
export function localCrossEncoder(
  config: LocalCrossEncoder,
  load: () => Promise<PairClassifiers> = () => importTransformers(LOCAL_CROSS_ENCODER_NEEDS),
): ScorePairs {
  let opening: ReturnType<typeof open> | undefined;
  const scores = new LRUCache<string, number>({
    max: REMEMBERED_PAIRS,
    fetchMethod: async (pair) => {
      opening ??= open(config, load);
      const { tokenizer, model } = await opening;
      const [query, text] = JSON.parse(pair) as [string, string];
      const options = { text_pair: text, truncation: true, max_length: config.contextTokens };
      const { logits } = await model(tokenizer(query, options)).catch((error: Error) =>
        Promise.reject(unreadable(config, error)),
      );
      return scoreOf(logits, config);
    },
  });
  return async (query, texts) => {
    const found: number[] = [];
    for (const text of texts) found.push((await scores.fetch(JSON.stringify([query, text])))!);
    return found;
  };
}

async function open(config: LocalCrossEncoder, load: () => Promise<PairClassifiers>) {
  await readModelFolder(config);
  const { env, AutoTokenizer, AutoModelForSequenceClassification } = await load();
  const folder = resolve(config.path);
  env.allowRemoteModels = false;
  env.localModelPath = dirname(folder);
  const local = { local_files_only: true };
  try {
    const tokenizer = await AutoTokenizer.from_pretrained(basename(folder), local);
    const options = { ...local, dtype: config.dtype, session_options: sessionOptions() };
    return { tokenizer, model: await AutoModelForSequenceClassification.from_pretrained(basename(folder), options) };
  } catch (error) {
    throw unreadable(config, error as Error);
  }
}

function scoreOf(
  logits: { dims: readonly number[]; data: ArrayLike<number> } | undefined,
  config: LocalCrossEncoder,
): number {
  const [first, second = null] = Array.from(logits?.data ?? []);
  const score = first === undefined ? Number.NaN : second === null ? first : second - first;
  if (Number.isFinite(score) && logits!.data.length <= 2) return score;
  const found = logits?.dims.join(" x ") ?? "none";
  throw unreadable(config, new Error(`expected a logit or two of a pair, found ${found}`));
}
