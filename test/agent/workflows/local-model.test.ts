import { basename, dirname } from "node:path";
import { expect, it } from "vitest";
import type { LocalCrossEncoder } from "../../../agent/contract/contract.ts";
import { crossEncode } from "../../../agent/workflows/rerank/cross-encoder.ts";
import { localCrossEncoder, type PairClassifiers } from "../../../agent/workflows/rerank/local-model.ts";
import { withModelFolder } from "../../db/embeddings/local-model/model-folder.ts";

/** What the package does, without weights: of a pair the logits that `of` gives. */
function packageLike(of: (query: string, text: string) => number[]) {
  const loaded: unknown[] = [];
  const module: PairClassifiers = {
    env: { allowRemoteModels: true, localModelPath: "" },
    AutoTokenizer: {
      from_pretrained: async () => (query, options) => ({ query, text: options.text_pair, most: options.max_length }),
    },
    AutoModelForSequenceClassification: {
      from_pretrained: async (name, { dtype }) => {
        loaded.push([module.env.allowRemoteModels, module.env.localModelPath, name, dtype]);
        return async (inputs) => {
          const { query, text } = inputs as { query: string; text: string };
          const data = of(query, text);
          return { logits: { dims: [1, data.length], data } };
        };
      },
    },
  };
  return { loaded, load: async () => module };
}

const HITS = ["a", "bbb", "cc"].map((id) => ({ id, title: id, snippet: "" }));
const optionsOf = (path: string): LocalCrossEncoder => ({ protocol: "onnx", path, dtype: "fp32", contextTokens: 512 });

it("orders records by each pair's logit, or by the second of two less the first; loaded once, from the folder alone", async () => {
  await withModelFolder({}, async (path) => {
    const endpoint = optionsOf(path);
    for (const of of [
      (_query: string, text: string) => [text.length],
      (query: string, text: string) => [query.length, query.length + text.length],
    ]) {
      const { load, loaded } = packageLike(of);
      const local = localCrossEncoder(endpoint, load);
      const asked = { question: "which?", hits: HITS };
      expect((await crossEncode({ endpoint, local, environment: {} }, asked)).ids).toEqual(["bbb", "cc", "a"]);
      await crossEncode({ endpoint, local, environment: {} }, asked);
      expect(loaded).toEqual([[false, dirname(path), basename(path), "fp32"]]);
    }
  });
});

it("scores a pair once, however often and however many ask at a time, and again after a failure", async () => {
  await withModelFolder({}, async (path) => {
    const asked: string[] = [];
    const { load } = packageLike((query, text) => {
      asked.push(`${query} ${text}`);
      if (asked.length === 1) throw new Error("out of memory");
      return [text.length];
    });
    const score = localCrossEncoder(optionsOf(path), load);
    await expect(score("q", ["a"])).rejects.toThrow(/out of memory/);
    const answers = await Promise.all([score("q", ["a", "bb"]), score("q", ["bb", "a"]), score("other", ["a"])]);
    expect(answers).toEqual([[1, 2], [2, 1], [1]]);
    expect(await score("q", ["bb"])).toEqual([2]);
    expect(asked.toSorted()).toEqual(["other a", "q a", "q a", "q bb"]);
  });
});

it("says what is wrong with a folder that is none, and with a model that classifies into more", async () => {
  const { load } = packageLike(() => [1, 2, 3]);
  await withModelFolder({}, async (path) => {
    await expect(localCrossEncoder(optionsOf(path), load)("q", ["t"])).rejects.toThrow(
      /expected a logit or two of a pair, found 1 x 3/,
    );
    await expect(localCrossEncoder(optionsOf(`${path}-none`), load)("q", ["t"])).rejects.toMatchObject({
      code: "substrate",
      problems: expect.arrayContaining(["config.json is missing"]),
    });
  });
});
