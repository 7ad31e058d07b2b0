/** Builds the small corpus' snapshot in the cache folder given, naming each step: the other process of the substrate's tests. */
import { buildSubstrate } from "../../db/substrate.ts";
import { substrateOptionsSchema } from "../../db/substrate-options.ts";
import { smallCorpus } from "./small-corpus.ts";

const options = substrateOptionsSchema.parse({
  cacheDirectory: process.argv[2],
  embedding: { type: "lsa", dimensions: 32, seed: 1 },
});
await buildSubstrate(smallCorpus(), options, { progress: (step) => console.log(step) });
