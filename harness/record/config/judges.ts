import { z } from "zod";
import { type RemoteModel, remoteModelSchema } from "./model-schema.ts";

export const JUDGE_ROLES = ["primary", "calibration", "meta"] as const;
export type JudgeRole = (typeof JUDGE_ROLES)[number];

const rubricMetaJudgeSchema = z.strictObject({ type: z.literal("rubric") });
const rubricJudgeSchema = z.strictObject({ type: z.literal("rubric"), rubric: z.enum(["primary", "second"]) });

const llmMetaJudgeSchema = z.strictObject({
  type: z.literal("llm"),
  chain: z.array(remoteModelSchema).min(1).describe("tried in order; when all are exhausted the verdict is `blocked`"),
});
/** Ways in which several judgings of one answer become its verdict. */
const COMBINED = ["majority", "mean"] as const;
const llmJudgeSchema = llmMetaJudgeSchema.extend({
  repeats: z
    .literal([1, 3, 5, 7, 9])
    .optional()
    .describe("times that each answer is judged, each in a fresh context with seeds of its own; default 1"),
  combine: z
    .enum(COMBINED)
    .optional()
    .describe(
      "with repeats: `majority` (default) is the middle one of the judgements with the status that most gave; `mean` has the mean alignment and score, the middle ratings, and the status that follows",
    ),
});

const packetsJudgeSchema = z
  .strictObject({
    type: z.literal("packets"),
    evaluator: z.string().min(1).describe("name of the offline judge, in every verdict"),
    family: z
      .string()
      .min(1)
      .describe("its vendor family, or `human`; must differ from that of every system that it judges"),
  })
  .describe("judged offline, on files: scopebench judge offline write, judge offline merge, resume");

export const judgeSchema = z.discriminatedUnion("type", [rubricJudgeSchema, llmJudgeSchema, packetsJudgeSchema]);
export const metaJudgeSchema = z.discriminatedUnion("type", [rubricMetaJudgeSchema, llmMetaJudgeSchema]);
export type JudgeConfig = z.infer<typeof judgeSchema>;
export type MetaJudgeConfig = z.infer<typeof metaJudgeSchema>;
type AnyJudge = JudgeConfig | MetaJudgeConfig;
export type Judges = Readonly<{ primary: JudgeConfig; calibration: JudgeConfig; meta: MetaJudgeConfig }>;

/** What is known of a kind of judge without asking one. How one is made stands in `harness/judge/kinds`. */
interface JudgeKind<Entry> {
  /** Decides by rules in this process: no language model's verdict, asks nobody, costs nothing. */
  standIn: boolean;
  /** Language models that are asked, in the order in which they are tried. */
  chain(entry: Entry): readonly RemoteModel[];
  withChain(entry: Entry, change: (model: RemoteModel) => RemoteModel): Entry;
  /** Who judges outside of this process, which learns nothing of what that takes; null where nobody does. */
  outside(entry: Entry): { model: string; family: string } | null;
  /** How often it judges each answer. */
  judgings(entry: Entry): number;
  /** With its kind, so that two judges of one name are told apart. */
  name(entry: Entry): string;
  /** Behind what it is to judge, in an estimate. */
  estimated(entry: Entry): string;
  /** For a reader who has never met a judge: what its verdicts can show and what they can't. Code stands between backticks. */
  shows: string;
  /** What else has to be known where its verdicts are held against another judge's; null: nothing. */
  besideAgreement(entry: Entry): string | null;
}

/** Of a kind that asks no language model. */
const ASKS_NO_MODEL = {
  chain: () => [],
  judgings: () => 1,
  withChain: <Entry>(entry: Entry) => entry,
};

/** Of the second rubric, on purpose, so that agreement says something. */
const DIFFERENCES: readonly string[] = [
  "Ids: a plain substring in the final response, as in the study (`TC-10` is found in `TC-100`); the primary asks for whole ids and also reads response documents that the answer names.",
  "Entities: all words of the entity anywhere in the response, in any order; the primary asks for the phrase.",
  "Alignment: word recall of the reference answer (ROUGE-1 over distinct content words not in the question) and, with double weight, the ranked list's F1, put into the study's bands: noise in the list counts; the primary counts key facts and recommended traps.",
  "Declining: recognised anywhere in prose; the primary accepts the contract's line, or other words where the list would stand and in the first sentence.",
  "Completeness and relevance: recall and average precision of the ranked list; the primary uses mentions and set precision.",
  "Evidence grounding: whether each item's own source label leads to a result that holds it; the primary asks whether any successful result does.",
  "Coherence: whether the opening and the reasons are short, whole and there; the primary looks for defects of the contract's form.",
  "All cut points differ.",
];

const KINDS: { [Type in AnyJudge["type"]]: JudgeKind<Extract<AnyJudge, { type: Type }>> } = {
  rubric: {
    ...ASKS_NO_MODEL,
    standIn: true,
    outside: () => null,
    name: (entry) => ("rubric" in entry ? `rubric ${entry.rubric}` : "rubric"),
    estimated: () => " (stand-in, local)",
    shows:
      "The judges of this run are rules, not readers. A rule looks for the expected test ids, names and key facts in an answer and counts them, always in the same way. So it shows whether something is present. It cannot show whether a sentence is true, whether a reason is a good one, whether other words say the same, or whether the answer would help anybody. When two rules agree, two ways of counting agree: that is no sign that a reader would agree. Use these figures to see that the instrument works and to compare what can be counted. To learn how good the answers are, let a language model judge (`judges` in bench.yaml) and test it (`scopebench judge probe`).",
    besideAgreement: (entry) =>
      "rubric" in entry && entry.rubric === "second"
        ? `How the second rubric differs from the primary, on purpose. ${DIFFERENCES.join(" ")}`
        : null,
  },
  llm: {
    standIn: false,
    chain: ({ chain }) => chain,
    withChain: (entry, change) => ({ ...entry, chain: entry.chain.map(change) }),
    outside: () => null,
    judgings: (entry) => ("repeats" in entry ? (entry.repeats ?? 1) : 1),
    name: ({ chain }) => chain.map(({ model }) => model).join(" > "),
    estimated: ({ chain }) => `: ${chain[0]?.model}`,
    shows:
      "The judge of this run is a language model. It reads, so it sees what no rule sees: a contradiction, the same thing in other words, a reason that does not hold. It also has biases that no rule has, such as favouring long answers, the first of two, or its own style; the probes below show which were found, where they were run. Which test ids and names appear in an answer, and whether it passes, is counted by scopebench and not left to the judge. How far it agrees with itself is below; that does not show whether it is right.",
    besideAgreement: () => null,
  },
  packets: {
    ...ASKS_NO_MODEL,
    standIn: false,
    outside: ({ evaluator, family }) => ({ model: evaluator, family }),
    name: ({ evaluator }) => `packets ${evaluator}`,
    estimated: ({ evaluator }) => ` (outside, ${evaluator})`,
    shows:
      "The judge of this run worked offline, on files, with the same questions and the same form that a language model would get. Which test ids and names appear in an answer, and whether it passes, is counted by scopebench. How the judge arrived at the rest, this run cannot show.",
    besideAgreement: () => null,
  },
};

/** What is known of a judge by its kind. */
export function judgeFacts(judge: AnyJudge) {
  const kind = KINDS[judge.type] as JudgeKind<AnyJudge>;
  return {
    ...{ standIn: kind.standIn, shows: kind.shows, chain: kind.chain(judge), outside: kind.outside(judge) },
    ...{ judgings: kind.judgings(judge), besideAgreement: kind.besideAgreement(judge) },
    ...{ name: kind.name(judge), estimated: kind.estimated(judge) },
  };
}

/** The language models of all judges, in the order of their roles. */
export function judgingModels(judges: Judges, roles: readonly JudgeRole[] = JUDGE_ROLES): RemoteModel[] {
  return roles.flatMap((role) => judgeFacts(judges[role]).chain);
}

/** The same judges over other models. */
export function withJudgingModels<T extends Judges>(judges: T, change: (model: RemoteModel) => RemoteModel): T {
  const changed = JUDGE_ROLES.map((role) => {
    const judge: AnyJudge = judges[role];
    return [role, (KINDS[judge.type] as JudgeKind<AnyJudge>).withChain(judge, change)];
  });
  return { ...judges, ...Object.fromEntries(changed) };
}
