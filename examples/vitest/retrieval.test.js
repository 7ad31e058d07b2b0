import { expect, test } from "vitest";
import "scopebench/vitest";
import { search } from "./search.js"; // (question) => ids, best first

test("finds", () => expect(search).toReachNdcg(0.6, { at: 10, qrels: "qrels.txt", topics: "topics.tsv" }));
test("is no worse", () => expect(search).not.toRegressFrom("main.run", { qrels: "qrels.txt", topics: "topics.tsv" }));
