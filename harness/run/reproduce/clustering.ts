import { npmiCoherence } from "../../../measure/clustering/coherence.ts";
import { hdbscan } from "../../../measure/clustering/density/hdbscan.ts";
import { groupingQuality, topicDiversity } from "../../../measure/clustering/quality.ts";
import { umapLayouts } from "../../../measure/clustering/reduction/umap.ts";
import { clusterTerms } from "../../../measure/clustering/terms.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { contentWords } from "../../judge/judges/second/words.ts";
import { PUBLISHED_PATTERNS } from "../../results/table-format/published/fault-history.ts";
import type { Table } from "../../results/table-format/table.ts";
import { columnsShown } from "../../results/table-format/table.ts";
import { cutReports, LEAST_MEMBERS } from "../patterns/group-reports.ts";
import { readReports } from "../patterns/read-reports.ts";
import { hasDirection, learnWords, textOf, vectorsOf } from "../patterns/report-vectors.ts";

const [SEED, PAIR_SHARE, TOPIC_WORDS] = [1, 0.01, 10];

/** Patterns of the reports of a corpus by both pipelines, beside what was published of the same pipeline. */
export async function clusteringReproduction(corpus: string): Promise<Table> {
  const { reports: all } = await readReports(corpus);
  const vectors = await vectorsOf(await learnWords(all, SEED), all);
  const kept = [...vectors.keys()].filter((row) => hasDirection(vectors[row]!));
  const rows = kept.map((row) => vectors[row]!);
  const texts = kept.map((row) => contentWords(textOf(all[row]!)));
  const [layout] = umapLayouts(rows, { seeds: [SEED] });
  const found = [
    {
      how: "UMAP, one seed",
      ...hdbscan(layout!, { distance: "euclidean", minClusterSize: LEAST_MEMBERS, epsilon: 0.3 }),
    },
    { how: "linkage, 1 %", ...cutReports(rows, PAIR_SHARE) },
  ];
  return {
    name: "reproduction_faults_patterns",
    title: "Fault patterns, and what was published of them",
    caption: [
      "Published: embeddings of a neural model over verified reports of one product, principal components, UMAP, HDBSCAN. Here: the reports of this corpus, whether verified or not, latent semantic analysis of their own words, the same steps; then this program's default.",
      "Another tracker with other texts, so that numbers of patterns cannot be compared; in none: UMAP draws outliers into groups. NPMI of ten terms, higher the more is left out; diversity: different words among them. Both were computed there, and are not known here.",
    ].join(" "),
    columns: [
      { key: "how", label: "Pipeline", format: "text" },
      ...columnsShown("count", { reports: "Reports", patterns: "Patterns" }),
      ...columnsShown("decimal", { apart: "In none", largest: "Largest", npmi: "NPMI", diversity: "Diversity" }),
    ],
    rows: [
      { how: "published (UMAP)", ...PUBLISHED_PATTERNS, largest: null, npmi: null, diversity: null },
      ...found.map(({ how, labels, sizes }) => {
        const { coverage, largestShare } = groupingQuality(labels);
        const terms = clusterTerms(texts, { labels, most: TOPIC_WORDS, longest: 1 }).map((own) =>
          own.map(({ term }) => term),
        );
        const coherence = npmiCoherence(terms, { texts }).filter((value) => value !== null);
        return {
          ...{ how, reports: all.length, patterns: sizes.length, apart: 1 - (coverage ?? 0), largest: largestShare },
          ...{ npmi: mean(coherence), diversity: topicDiversity(terms) },
        };
      }),
    ],
  };
}
