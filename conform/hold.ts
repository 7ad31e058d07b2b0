import type { ConformCase } from "./case.ts";
import type { SubjectReply } from "./reply.ts";
import { type CaseClass, RULES } from "./rules.ts";

/** Where a subject gives another value than the answer; null: it has none, it refused, or should have. */
export interface CaseDifference {
  case: string;
  about: CaseClass;
  metric: string | null;
  expected: number | null;
  got: number | null;
  /** What the subject said where it refused. */
  said: string | null;
}

/** Cases of a class, or that offer a metric. */
interface Count {
  cases: number;
  agree: number;
  differ: number;
  notOffered: number;
}

/** How a subject does on the cases. `agree + differ + notOffered = cases`, in all and in each class. */
export interface Conformity extends Count {
  program: string;
  version: string | null;
  classes: ({ about: CaseClass; rule: string } & Count)[];
  /** Of the cases that have values for an answer. */
  metrics: ({ metric: string } & Count)[];
  differences: CaseDifference[];
}

/** Values in 32 bits agree, four printed decimals do not. */
const TOLERANCE = 1e-5;

/**
 * Holds the replies of a subject against the answers. A case agrees if every metric that the subject offers has the answer's value
 * within 1e-5, or if both refuse; it is not offered if the subject offers none of its metrics.
 */
export function hold(
  cases: readonly ConformCase[],
  replies: ReadonlyMap<string, SubjectReply>,
): Omit<Conformity, "program" | "version"> {
  const judged = cases.map((item) => ({ about: item.about, ...judge(item, replies.get(item.id)) }));
  const classes = [...new Set(cases.map(({ about }) => about))].map((about) => {
    const own = judged.filter((item) => item.about === about);
    return { about, rule: RULES[about], ...count(own) };
  });
  const differences = judged.flatMap((item) => item.differences);
  return { ...count(judged), classes, metrics: countMetrics(cases, replies, differences), differences };
}

interface Judged {
  offered: boolean;
  differences: CaseDifference[];
}

function countMetrics(
  cases: readonly ConformCase[],
  replies: ReadonlyMap<string, SubjectReply>,
  differences: readonly CaseDifference[],
): Conformity["metrics"] {
  const valued = cases.filter(({ answer }) => answer !== null);
  const ids = new Set(valued.map(({ id }) => id));
  return [...new Set(valued.flatMap(({ metrics }) => metrics))].map((metric) => {
    const asked = valued.filter(({ metrics }) => metrics.includes(metric)).map(({ id }) => replies.get(id));
    const offered = asked.filter((reply) => reply?.type === "values" && reply.values[metric] !== undefined).length;
    const differ = differences.filter((item) => item.metric === metric && ids.has(item.case)).length;
    return { metric, cases: asked.length, agree: offered - differ, differ, notOffered: asked.length - offered };
  });
}

function count(judged: readonly Judged[]): Count {
  const differ = judged.filter(({ differences }) => differences.length > 0).length;
  const notOffered = judged.filter(({ offered }) => !offered).length;
  return { cases: judged.length, agree: judged.length - differ - notOffered, differ, notOffered };
}

function judge(item: ConformCase, reply: SubjectReply | undefined): Judged {
  const differ = (given: Partial<CaseDifference>): CaseDifference => ({
    ...{ case: item.id, about: item.about, metric: null, expected: null, got: null, said: null },
    ...given,
  });
  if (reply === undefined) return { offered: true, differences: [differ({ said: "no answer" })] };
  if (reply.type === "not-offered") return { offered: false, differences: [] };
  if (reply.type === "refused") {
    const right = item.answer === null || item.mayRefuse;
    return { offered: true, differences: right ? [] : [differ({ said: reply.why })] };
  }
  const offered = item.metrics.filter((metric) => reply.values[metric] !== undefined);
  if (item.answer === null)
    return {
      offered: offered.length > 0,
      differences: offered.slice(0, 1).map((metric) => differ({ metric, got: reply.values[metric]! })),
    };
  const answer = item.answer;
  const wrong = offered.filter((metric) => !isNear(reply.values[metric]!, answer[metric] ?? null));
  return {
    offered: offered.length > 0,
    differences: wrong.map((metric) =>
      differ({ metric, expected: answer[metric] ?? null, got: reply.values[metric]! }),
    ),
  };
}

function isNear(got: number | null, expected: number | null): boolean {
  if (got === null || expected === null) return got === expected;
  return Math.abs(got - expected) <= TOLERANCE;
}
