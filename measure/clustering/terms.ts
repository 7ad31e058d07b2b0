import { portableLog } from "../../base/portable-math.ts";
import { compareText } from "../../base/text-order.ts";
import { UNCLUSTERED } from "./flat.ts";

/** What a cluster's texts say more often than those of others. */
export interface ClusterTerm {
  /** 1 to 3 words, a blank between them. */
  term: string;
  weight: number;
  /** How often it stands in the cluster's texts. */
  count: number;
}

/**
 * Terms by class-based TF-IDF (Grootendorst, arXiv:2203.05794): a term's share among the cluster's terms times ln(1 + A / f), f being how often all texts have it and A the mean number of
 * terms per cluster. Counts are per cluster, texts laid together, as BERTopic has them with its defaults; rows in no cluster are one class more, whose terms are not given. Unlike there A is not
 * cut to a whole number, and no term reaches from one text into the next. Terms are runs of one to `longest` words (default 3) of `documents[row]`; leave out stop words before, as
 * scikit-learn does. By label: the `most` heaviest terms (default 10), of equals the one that comes first in code units.
 */
export function clusterTerms(
  documents: readonly (readonly string[])[],
  { labels, most = 10, longest = 3 }: { labels: ArrayLike<number>; most?: number; longest?: number },
): ClusterTerm[][] {
  const classes = new Map<number, Map<string, number>>();
  const everywhere = new Map<string, number>();
  documents.forEach((words, row) => {
    const own = classes.get(labels[row]!) ?? new Map<string, number>();
    classes.set(labels[row]!, own);
    for (const term of termsOf(words, longest)) {
      own.set(term, (own.get(term) ?? 0) + 1);
      everywhere.set(term, (everywhere.get(term) ?? 0) + 1);
    }
  });
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);
  const mean = sum(everywhere) / classes.size;
  const clusters = [...classes].filter(([label]) => label !== UNCLUSTERED).sort(([a], [b]) => a - b);
  return clusters.map(([, counts]) => {
    const total = sum(counts);
    const terms = [...counts].map(([term, count]) => {
      const weight = (count / total) * portableLog(1 + mean / everywhere.get(term)!);
      return { term, weight, count };
    });
    return terms.sort((a, b) => b.weight - a.weight || compareText(a.term, b.term)).slice(0, most);
  });
}

function* termsOf(words: readonly string[], longest: number): Generator<string> {
  for (let length = 1; length <= longest; length++)
    for (let from = 0; from + length <= words.length; from++) yield words.slice(from, from + length).join(" ");
}
