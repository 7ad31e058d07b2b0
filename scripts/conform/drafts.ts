import { makeRandom, pick, type Random, randomInteger, shuffle } from "../../base/random.ts";
import type { RankingQuestion } from "../../conform/case.ts";
import type { RankingClass } from "../../conform/rules.ts";
import { BY_HAND, type CaseShape } from "./by-hand.ts";

/** A case without its answer. */
export interface CaseDraft extends CaseShape {
  id: string;
  /** The run that is asked in place of `run`, in the same order: pytrec_eval holds scores in 32 bits. */
  rows?: RankingQuestion["run"];
  /** By the rule this input is an error. */
  refused: boolean;
}

type Qrel = RankingQuestion["qrels"][number];
type Line = RankingQuestion["run"][number];

/** How many cases a class has, those by hand among them. */
const SIZES: Readonly<Record<RankingClass, number>> = {
  ...{ plain: 20, ties: 30, "close scores": 12, grades: 20, "negative grades": 18, "no relevant document": 10 },
  ...{ "missing queries": 16, "extra queries": 14, "more relevant than k": 16, "few results": 10, ids: 20 },
  ...{ duplicates: 10, "not a number": 4 },
};

/** All cases, class after class: by hand first, then from a seed of the class. */
export function drafts(): CaseDraft[] {
  return (Object.keys(SIZES) as RankingClass[]).flatMap((about) => {
    const byHand = BY_HAND.filter((shape) => shape.about === about);
    const random = makeRandom("conform", about);
    const invented = Array.from({ length: SIZES[about] - byHand.length }, () => ({ about, ...INVENT[about](random) }));
    return [...byHand, ...invented].map((shape, at) => draftOf(shape, at + 1));
  });
}

function draftOf(shape: CaseShape, number: number): CaseDraft {
  const { about, run } = shape;
  return {
    id: `${about.replaceAll(" ", "-")}-${String(number).padStart(2, "0")}`,
    ...shape,
    ...(about === "close scores" ? { rows: asRanks(run) } : {}),
    refused: about === "duplicates",
  };
}

/** The number of smaller scores in place of each. */
function asRanks(run: RankingQuestion["run"]): Line[] {
  const distinct = [...new Set(run.map(([, , score]) => Number(score)))].sort((a, b) => a - b);
  return run.map(([query, id, score]) => [query, id, distinct.indexOf(Number(score))]);
}

interface Wanted {
  queries?: readonly string[];
  documents?: readonly string[];
  grades?: readonly number[];
  /** Lines of the run per query. */
  retrieved?: number;
  score?: (random: Random, at: number) => number;
}

/** Judgements of half the documents or more, and a run over all of them. */
function invent(random: Random, wanted: Wanted = {}): Pick<CaseShape, "qrels" | "run"> {
  const { queries = ["q1"], documents = named("d", 12), grades = [0, 1], retrieved = 8 } = wanted;
  const score = wanted.score ?? ((draw: Random, at: number) => 20 - at + randomInteger(draw, 9) / 10);
  const qrels = queries.flatMap((query) =>
    shuffle(random, documents)
      .slice(0, Math.ceil(documents.length / 2) + randomInteger(random, documents.length / 2))
      .map((id): Qrel => [query, id, pick(random, grades)]),
  );
  const run = queries.flatMap((query) =>
    shuffle(random, documents)
      .slice(0, retrieved)
      .map((id, at): Line => [query, id, score(random, at)]),
  );
  return { qrels: withRelevant(qrels, queries), run: shuffle(random, run) };
}

/** A query without a relevant document is a class of its own. */
function withRelevant(qrels: readonly Qrel[], queries: readonly string[]): Qrel[] {
  const lacking = queries.filter((query) => !qrels.some(([own, , grade]) => own === query && grade > 0));
  return qrels.map(([query, id, grade], at) => {
    const first = qrels.findIndex(([own]) => own === query) === at;
    return [query, id, first && lacking.includes(query) ? 1 : grade];
  });
}

function named(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);
}

/** Ids that are alike to who trims, folds, normalises, parses or compares them as UTF-16: `\u{1f50d}` is above `\uff21` in bytes alone. */
const ODD_IDS = [
  ...["#1", "a#b", "1,5", "1.5", "01", "1", "A-1", "a-1", '"q"', "'q'", "e\u0301", "\u00e9", "\u212b", "\u00c5"],
  ...["\uff21", "\u{1f50d}", "null", "NaN", "=1+1", "\\n", "%20", "x/y", "<b>"],
];

const nextUp = (value: number): number => value + 2 ** (Math.floor(Math.log2(value)) - 52);

const INVENT: Readonly<Record<RankingClass, (random: Random) => Pick<CaseShape, "qrels" | "run">>> = {
  plain: (random) => invent(random, { queries: named("q", 1 + randomInteger(random, 3)) }),
  ties: (random) =>
    invent(random, { documents: named("d", 14), score: (draw) => 1 + randomInteger(draw, 3) / 2, retrieved: 10 }),
  "close scores": (random) =>
    invent(random, { score: (draw, at) => (at % 2 === 0 ? nextUp(0.1) : 0.1) + (draw() < 0.3 ? 1e-9 : 0) }),
  grades: (random) => invent(random, { grades: [0, 0, 1, 2, 3, 4], queries: named("q", 1 + randomInteger(random, 2)) }),
  "negative grades": (random) => invent(random, { grades: [-2, -1, 0, 1, 2] }),
  "no relevant document": (random) => {
    const { qrels, run } = invent(random, { queries: ["q1", "q2"] });
    return { qrels: qrels.map(([query, id, grade]) => [query, id, query === "q2" ? 0 : grade]), run };
  },
  "missing queries": (random) => {
    const { qrels, run } = invent(random, { queries: named("q", 4) });
    const dropped = pick(random, named("q", 4));
    return { qrels, run: run.filter(([query]) => query !== dropped) };
  },
  "extra queries": (random) => {
    const { qrels, run } = invent(random, { queries: named("q", 3) });
    return { qrels: qrels.filter(([query]) => query !== "q3"), run };
  },
  "more relevant than k": (random) =>
    invent(random, { documents: named("d", 30), grades: [1, 1, 1, 2], retrieved: 8 + randomInteger(random, 16) }),
  "few results": (random) => invent(random, { retrieved: 1 + randomInteger(random, 3) }),
  ids: (random) => invent(random, { documents: ODD_IDS, retrieved: 12, score: (draw) => 1 + randomInteger(draw, 3) }),
  duplicates: (random) => {
    const { qrels, run } = invent(random);
    return randomInteger(random, 2) === 0
      ? { qrels, run: [...run, ["q1", run[0]![1], 0.5]] }
      : { qrels: [...qrels, ["q1", qrels[0]![1], 1]], run };
  },
  "not a number": (random) => {
    const documents = named("d", 2 + randomInteger(random, 3));
    return {
      qrels: documents.map((id): Qrel => ["q1", id, 1]),
      run: documents.map((id, at): Line => ["q1", id, at === 0 ? "NaN" : at]),
    };
  },
};
