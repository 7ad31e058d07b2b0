import { importSource } from "../../../import/sources/import-source.ts";
import type { Benchmark } from "../../results/benchmarks/benchmark.ts";
import type { Collection } from "./collection.ts";
import { readLinkedCollection } from "./linked-collection.ts";

/** @throws UserError `corpus` with every faulty record. */
export async function readCollection({ data, name, title }: Benchmark, path: string): Promise<Collection> {
  if (data.type === "links") return readLinkedCollection(path, { ...data, name, title });
  const { corpus, retrieval } = await importSource(path, { format: data.format, maxFaulty: 0 });
  return { corpus, task: retrieval ?? { queries: [], judgements: [] } };
}
