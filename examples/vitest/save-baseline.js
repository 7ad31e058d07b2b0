import { rankingsOf, runSearch } from "scopebench/compare";
import { writeRankings } from "scopebench/trec";
import { search } from "./search.js";

const asked = await runSearch(search, { qrels: "qrels.txt", topics: "topics.tsv" });
await writeRankings("main.run", rankingsOf(asked));
