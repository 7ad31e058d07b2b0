/** Ingests the small corpus into the cache folder given, or an edited one on top of it, naming each step: the other process of the substrate's tests. */

import { substrateOptionsSchema } from "../../db/options/substrate-options.ts";
import { ingestCorpus } from "../../db/substrate.ts";
import { editedCorpus, smallCorpus } from "./small-corpus-data.ts";

const [cacheDirectory, which] = process.argv.slice(2);
const options = substrateOptionsSchema.parse({ cacheDirectory, embedding: { type: "lsa", dimensions: 32, seed: 1 } });
const corpus = which === "edited" ? editedCorpus() : smallCorpus();
await ingestCorpus(corpus, options, { progress: (step) => console.log(step) });
