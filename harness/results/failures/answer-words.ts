import type { IdReader } from "../../../base/ids/id-reader.ts";
import { clusterTerms } from "../../../measure/clustering/terms.ts";
import { contentWords } from "../../judge/judges/second/words.ts";
import { configurationOf, executionName } from "../../record/domain/names.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import { streamRecords } from "../../record/run-directory/records.ts";
import type { RunFailures } from "./collect-failures.ts";

const TERMS = 6;
const LONGEST = 2;

/** Of each cluster the terms that its members' answers have more often than those of others (c-TF-IDF), ids left out. A second view: nothing was grouped by them. */
export async function answerWords(
  runDirectory: string,
  clusters: readonly { members: readonly string[] }[],
  { failures }: RunFailures,
): Promise<string[][]> {
  const ids = await readRunIds(runDirectory);
  const labelOf = new Map(clusters.flatMap(({ members }, label) => members.map((name) => [name, label] as const)));
  const configurations = new Map(failures.map(({ key, configuration }) => [configuration, configurationOf(key)]));
  const documents: string[][] = [];
  const labels: number[] = [];
  for (const configuration of configurations.values())
    for await (const record of streamRecords({ runDirectory, part: "extractions", configuration })) {
      const label = labelOf.get(executionName(record));
      if (label === undefined) continue;
      documents.push(wordsIn(record.final_text, ids));
      labels.push(label);
    }
  return clusterTerms(documents, { labels, most: TERMS, longest: LONGEST }).map((terms) =>
    terms.map(({ term }) => term),
  );
}

function wordsIn(text: string, ids: IdReader): string[] {
  return contentWords([...ids.idsIn(text)].reduce((left, id) => left.replaceAll(id, " "), text));
}
