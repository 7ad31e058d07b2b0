/** File name of a metric's scores without anything that static hosts spell in more than one way: `ndcg@10` -> `ndcg-10.json`. */
export function seriesFile(metric: string): string {
  return `${metric.replace(/[^\w]+/g, "-")}.json`;
}
