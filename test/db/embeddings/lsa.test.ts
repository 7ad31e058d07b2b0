import { beforeAll, describe, expect, it } from "vitest";
import { makeRandom, pick } from "../../../base/random.ts";
import { decodeLsa, encodeLsa, fitLsa, lsaEmbedding } from "../../../db/embeddings/lsa.ts";
import type { EmbeddingPort } from "../../../db/ports/ports.ts";
import { DEFAULT_ANALYSIS, termsOf } from "../../../db/search/terms.ts";

/** Texts of three topics. Each topic has two synonyms for its subject, which never meet in one text but share its other words. */
const TOPICS = [
  { synonyms: ["handover", "relocation"], words: ["cell", "radio", "target", "mobility", "neighbour", "signal"] },
  { synonyms: ["charging", "billing"], words: ["quota", "tariff", "record", "price", "credit", "account"] },
  { synonyms: ["paging", "wakeup"], words: ["idle", "sleep", "battery", "cycle", "sensor", "downlink"] },
] as const;

function texts(): { text: string; topic: number; synonym: string }[] {
  const random = makeRandom("lsa test");
  return Array.from({ length: 240 }, (_value, at) => {
    const topic = at % TOPICS.length;
    const synonym = TOPICS[topic]!.synonyms[at % 2]!;
    const words = Array.from({ length: 8 }, () =>
      random() < 0.8 ? pick(random, TOPICS[topic]!.words) : pick(random, pick(random, TOPICS).words),
    );
    return { text: [synonym, ...words].join(" "), topic, synonym };
  });
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0);
}

const learn = (input: readonly string[], dimensions: number) =>
  fitLsa([input.map((text) => termsOf(text, DEFAULT_ANALYSIS))], { dimensions, seed: 1, analysis: DEFAULT_ANALYSIS });

const corpus = texts();
const learned = corpus.map((entry) => entry.text);
const model = await learn(learned, 8);

describe("fitLsa", () => {
  it("gives byte-identical models for equal texts, dimensions and seed", async () => {
    expect(await learn(learned, 8)).toEqual(model);
  });

  it("keeps terms of at least two texts only", async () => {
    const small = await learn(["alpha beta", "beta gamma", "gamma"], 2);
    expect([...small.terms].sort()).toEqual(["beta", "gamma"]);
  });

  it("works on one text, on none, and on more dimensions than the corpus has", async () => {
    for (const input of [[], ["one text"], ["same words", "same words"]]) {
      const [vector] = await lsaEmbedding(await learn(input, 16)).embed(["same words"]);
      expect(vector).toHaveLength(16);
      expect([...vector!].every(Number.isFinite)).toBe(true);
    }
  });
});

describe("lsaEmbedding", () => {
  const port = lsaEmbedding(model);

  it("gives unit vectors, and zeros for a text without a known term", async () => {
    const [known, unknown] = await port.embed(["handover in the target cell", "zebra"]);
    expect(cosine(known!, known!)).toBeCloseTo(1, 5);
    expect([...unknown!]).toEqual(Array(8).fill(0));
  });

  // One dimension a topic: with more, LSA keeps the synonyms apart again.
  let small: EmbeddingPort;
  beforeAll(async () => {
    small = lsaEmbedding(await learn(learned, 3));
  });

  it("finds texts that use the other synonym: mean precision at 10 above 0.8, where a random order gives 1/3", async () => {
    const vectors = await small.embed(corpus.map((entry) => entry.text));
    const precisions = TOPICS.flatMap(({ synonyms }, topic) =>
      synonyms.map(async (synonym) => {
        const [query] = await small.embed([synonym]);
        const others = corpus
          .map((entry, at) => ({ entry, score: cosine(query!, vectors[at]!) }))
          .filter(({ entry }) => entry.synonym !== synonym);
        const best = others.sort((a, b) => b.score - a.score).slice(0, 10);
        return best.filter(({ entry }) => entry.topic === topic).length / 10;
      }),
    );
    const mean = (await Promise.all(precisions)).reduce((sum, value) => sum + value, 0) / precisions.length;
    expect(mean).toBeGreaterThan(0.8);
  });

  it("is the same after encoding and decoding the model", () => {
    expect(decodeLsa(encodeLsa(model))).toEqual(model);
  });
});
