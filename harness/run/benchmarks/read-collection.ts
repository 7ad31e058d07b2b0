import { importSource } from "../../../import/sources/import-source.ts";
import type { Benchmark } from "../../results/benchmarks/benchmark.ts";
import { readBrowseComp } from "./browsecomp-parts.ts";
import type { Collection } from "./collection.ts";
import { readDuplicateParts } from "./duplicate-parts.ts";
import { readEnterpriseRag } from "./enterprise-rag-parts.ts";
import { readHerb } from "./herb-parts.ts";
import { readLinkedParts } from "./linked-parts.ts";
import { type CollectionParts, makeCollection } from "./make-collection.ts";

/** @throws UserError `corpus` with every faulty record. */
export async function readCollection(benchmark: Benchmark, path: string): Promise<Collection> {
  const { data } = benchmark;
  if (data.type !== "retrieval") return makeCollection(benchmark, path, await partsOf(data, path));
  const { corpus, retrieval } = await importSource(path, { format: data.format, maxFaulty: 0 });
  return { corpus, task: retrieval ?? { queries: [], judgements: [] } };
}

const OWN_LAYOUTS = { browsecomp: readBrowseComp, herb: readHerb, "enterprise-rag": readEnterpriseRag };

function partsOf(data: Exclude<Benchmark["data"], { type: "retrieval" }>, path: string): Promise<CollectionParts> {
  if (data.type === "links") return readLinkedParts(path, data);
  return data.type === "duplicates" ? readDuplicateParts(path, data) : OWN_LAYOUTS[data.layout](path);
}
