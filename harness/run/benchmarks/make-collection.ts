import type { Artifact, CorpusMapping } from "../../../db/ports/corpus.ts";
import { finishCorpus } from "../../../import/folder/finish.ts";
import { corpusMappingSchema } from "../../../import/folder/mapping.ts";
import { documentMapping } from "../../../import/sources/retrieval/task.ts";
import type { RelevanceJudgement, RetrievalQuery } from "../../../import/sources/source.ts";
import type { Benchmark } from "../../results/benchmarks/benchmark.ts";
import type { Collection } from "./collection.ts";

/** Documents, questions and judgements of a benchmark's own layout. */
export interface CollectionParts {
  documents: readonly Artifact[];
  /** Of documents of several kinds; absent: all are of one. */
  mapping?: Pick<CorpusMapping, "artifactTypes">;
  queries: readonly RetrievalQuery[];
  judgements: readonly RelevanceJudgement[];
}

/** @throws UserError `corpus` where there is no document. */
export function makeCollection(
  { name, title }: Pick<Benchmark, "name" | "title">,
  path: string,
  { documents, queries, judgements, mapping }: CollectionParts,
): Collection {
  return {
    corpus: finishCorpus({
      ...{ path, defaultName: name, artifacts: documents, links: [], notes: [`${title}, from ${path}`] },
      file: {
        ...corpusMappingSchema.parse({}),
        ...documentMapping(),
        ...(mapping && { artifactTypes: mapping.artifactTypes }),
      },
    }),
    task: { queries, judgements },
  };
}
