import type { Grade, GradedQuestion, TruthPart } from "./question.ts";
import { CLAIMS_ABSENCE, CLAIMS_LINKS, mentions, OPENING, SAYS_NONE, type Telling, tellingOf } from "./telling.ts";

export interface Graded {
  grade: Grade;
  /** Why, a phrase a part. */
  reasons: string[];
  /** False: the grade needs reading, since words decide it. */
  sure: boolean;
}

/** What an answer says of one part. */
interface Verdict {
  grade: Grade;
  reason: string;
  sure: boolean;
}

/** Extras up to this share of what is listed leave an answer right: one record too many in ten. */
const EXTRAS = 0.1;
const HALF = 0.5;
/** A long list serves its reader where what was asked for stands in its first ranks: five, or as many as there are. */
const FIRST_RANKS = 5;
/** Kinds that describe what is looked for: their lists are read from the top. */
const SEARCHES: readonly string[] = ["by-description", "change", "diff", "language", "terse", "ambiguous"];

/** Grades an answer by its truth: a dangerous part decides; parts that differ are partly answered where one is right or partly so. */
export function gradeAnswer({ parts, question, kind }: GradedQuestion, answer: string): Graded {
  const told = tellingOf(answer, question);
  const isSearch = SEARCHES.includes(kind);
  const all = new Set(parts.flatMap(({ must = [], may = [], gaps = [] }) => [...must, ...may, ...gaps]));
  const wanted = parts.filter(({ must, number, gaps, none, refusal }) =>
    [must, number, gaps, none, refusal].some((truth) => truth !== undefined),
  );
  const verdicts = wanted.map((part) => gradePart(part, { ...told, isSearch }, all));
  return {
    grade: overall(verdicts, wanted),
    reasons: verdicts.map(({ reason }, index) => (wanted[index]?.asks ? `${wanted[index].asks}: ${reason}` : reason)),
    sure: verdicts.every(({ sure }) => sure),
  };
}

/** What could not be answered and was refused is as it should be: beside an answered part it leaves that part's grade. */
function overall(verdicts: readonly Verdict[], parts: readonly TruthPart[]): Grade {
  const others = verdicts.filter(({ grade }, index) => grade !== "refused" || parts[index]?.refusal === undefined);
  const grades = others.map(({ grade }) => grade);
  if (grades.includes("dangerous")) return "dangerous";
  const first = grades[0] ?? "refused";
  if (grades.every((grade) => grade === first)) return first;
  return grades.some((grade) => grade === "right" || grade === "partly") ? "partly" : "wrong";
}

/** What is told, and whether it was searched for. */
type Asked = Telling & { isSearch: boolean };

function gradePart(part: TruthPart, told: Asked, all: ReadonlySet<string>): Verdict {
  if (part.refusal !== undefined) return gradeRefusal(part, told, all);
  if (part.number !== undefined) return gradeNumber(part.number, told);
  if (part.none) return gradeNone(part, told, all);
  if (part.gaps !== undefined) return gradeGaps(part.gaps, told);
  return gradeIds(part.must ?? [], told, all);
}

function gradeRefusal({ refusal }: TruthPart, { listed, refuses }: Telling, all: ReadonlySet<string>): Verdict {
  const extras = listed.filter((id) => !all.has(id));
  if (refuses && extras.length === 0) return { grade: "refused", reason: "said", sure: false };
  if (extras.length > 0) return { grade: "wrong", reason: `lists ${extras.length} where ${refusal}`, sure: false };
  return { grade: "wrong", reason: `does not say that ${refusal}`, sure: false };
}

function gradeNumber(number: number, { prose, refuses }: Telling): Verdict {
  const numbers = [...prose.matchAll(/(?<![\w.~-])\d[\d,]*(?![\w~]|\.\d)/g)].map(([text]) =>
    Number(text.replaceAll(",", "")),
  );
  if (numbers.includes(number)) return { grade: "right", reason: `says ${number}`, sure: true };
  if (refuses) return { grade: "refused", reason: `does not say ${number}`, sure: false };
  return { grade: "wrong", reason: `says ${numbers.join(", ") || "no number"}, not ${number}`, sure: false };
}

function gradeNone(part: TruthPart, told: Asked, all: ReadonlySet<string>): Verdict {
  const { listed, gaps, text, prose, refuses } = told;
  const wrong = listed.filter((id) => !all.has(id));
  if (wrong.length > 0) {
    const grade = CLAIMS_LINKS.test(text) ? "dangerous" : "wrong";
    return { grade, reason: `lists ${wrong.length} where none is`, sure: false };
  }
  if (part.gaps !== undefined) {
    const named = part.gaps.every((id) => gaps?.includes(id)) || CLAIMS_ABSENCE.test(prose);
    if (named) return { grade: "right", reason: "lists nothing and says so", sure: false };
  } else if (CLAIMS_ABSENCE.test(prose) || (SAYS_NONE.test(text.replaceAll(OPENING, " ")) && !refuses))
    return { grade: "right", reason: "lists nothing and says so", sure: false };
  return { grade: refuses ? "refused" : "wrong", reason: "does not say that nothing exists", sure: false };
}

function gradeGaps(expected: readonly string[], { gaps, listed, prose, refuses }: Telling): Verdict {
  const named = [...new Set([...(gaps ?? []), ...listed])];
  const found = expected.filter((id) => named.includes(id) || mentions(prose, id));
  const extras = named.filter((id) => !expected.includes(id));
  const reason = `${found.length} of ${expected.length} gaps named, ${extras.length} others`;
  if (found.length === expected.length && extras.length <= named.length * EXTRAS)
    return { grade: "right", reason, sure: true };
  if (gaps !== null && gaps.length === 0 && found.length === 0)
    return { grade: "dangerous", reason: `${reason}; says that nothing is uncovered`, sure: false };
  if (refuses && found.length === 0 && listed.length === 0) return { grade: "refused", reason, sure: false };
  return { grade: found.length >= expected.length * HALF ? "partly" : "wrong", reason, sure: false };
}

function gradeIds(must: readonly string[], told: Asked, all: ReadonlySet<string>): Verdict {
  const { listed, text, prose, refuses, isSearch } = told;
  const found = must.filter((id) => listed.includes(id) || mentions(text, id));
  const extras = listed.filter((id) => !all.has(id));
  const reason = `${found.length} of ${must.length} found, ${extras.length} others`;
  const clean = extras.length <= listed.length * EXTRAS;
  if (found.length === must.length && clean) return { grade: "right", reason, sure: true };
  if (found.length === 0 && listed.length === 0) {
    if (CLAIMS_ABSENCE.test(prose)) return { grade: "dangerous", reason: `${reason}; claims absence`, sure: false };
    return { grade: refuses ? "refused" : "wrong", reason, sure: false };
  }
  const ranks = listed.slice(0, Math.max(FIRST_RANKS, must.length));
  const first = isSearch && must.filter((id) => ranks.includes(id)).length >= must.length * HALF;
  const most = found.length >= must.length * HALF && extras.length <= listed.length * HALF;
  return { grade: first || most ? "partly" : "wrong", reason, sure: false };
}
