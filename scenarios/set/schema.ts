import { z } from "zod";
import { FAULT_DOCUMENTS } from "./suite-names.ts";

export const FAMILIES = ["lookup", "search", "traceability", "impact", "comparison"] as const;
export const COMPLEXITIES = ["single_hop", "multi_hop", "reasoning"] as const;
export const NONEXISTENCE_KINDS = [
  "fabricated_id",
  "real_item_without_tests",
  "out_of_corpus_concept",
  "wrong_pairing",
  "empty_intersection",
] as const;
/** Kinds of the abstention suite: the study's five, and three that need a twin to mean anything. */
export const ABSTENTION_KINDS = [...NONEXISTENCE_KINDS, "wrong_prefix", "wrong_variant", "partly_answerable"] as const;

const familySchema = z.enum(FAMILIES);
const complexitySchema = z.enum(COMPLEXITIES);
export type AbstentionKind = (typeof ABSTENTION_KINDS)[number];
export type Family = z.infer<typeof familySchema>;
export type Complexity = z.infer<typeof complexitySchema>;

/** How the truth was found and how a second, independent route confirmed it. Stored for the reader; never shown to an agent. */
const derivationSchema = z.strictObject({
  sql: z.string().describe("query over the canonical tables that gives expected_ids"),
  parameters: z.array(z.union([z.string(), z.number()])).default([]),
  entities: z
    .strictObject({ sql: z.string(), parameters: z.array(z.string()).default([]) })
    .optional()
    .describe("query that gives the expected entities; those that the question says are left out of them"),
  gaps: z
    .strictObject({ sql: z.string(), parameters: z.array(z.string()).default([]) })
    .optional()
    .describe("query that gives the coverage gaps"),
  validation: z
    .string()
    .default("")
    .describe("the independent route (Cypher over the graph, raw payloads) that gave the same ids"),
  validated: z.boolean().default(false).describe("true when both routes gave the same ids"),
});
export type Derivation = z.infer<typeof derivationSchema>;

/** The scenario that differs from this one in one detail and in nothing else: one of both lacks what the other has. */
const twinSchema = z.strictObject({
  id: z.string(),
  here: z.string().min(1).describe("the detail as this scenario's last turns say it"),
  there: z.string().min(1).describe("as the twin says it; put in its place, this text becomes the twin's"),
});

/** Of a scenario that asks for links which were hidden. The two lists are neither right nor wrong to name. */
const discoverySchema = z.strictObject({
  recorded_ids: z.array(z.string()).describe("test cases whose link to the item is recorded"),
  unfindable_ids: z
    .array(z.string())
    .describe("test cases whose link is hidden too, though nothing in the texts tells of it"),
  candidates: z.number().int().positive().describe("test cases without a recorded link to the item"),
  signals: z.record(z.string(), z.string()).describe("expected id -> what its text and the item's share"),
});

/** Of a scenario that asks whether a report of a fault was known. Earlier reports, or patterns that hold them, are sought, not test cases. */
const faultsSchema = z.strictObject({
  documents: z.enum(FAULT_DOCUMENTS).default("reports").describe("what is sought"),
  report: z.string().describe("id of the report that was held out"),
  filed: z.iso.datetime().describe("when: what was filed later could not be found then"),
  likeness: z.number().describe("Jaccard similarity of its words with those of the nearest expected report"),
  alike: z.boolean().describe("999 of 1,000 pairs of reports drawn at random have less in common"),
});

/** Of a scenario whose author says how it is to be gone about. */
const expectedRoutingSchema = z.strictObject({
  level: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .describe("how hard its author takes it to be: shown apart"),
  tools: z
    .array(z.string().min(1))
    .describe("names of tools any of which begins to answer it; [] where none is to be called at all"),
});

/** Of a scenario that is asked of live sources, in which not everybody may see everything. The agent is told the caller alone. */
const liveSchema = z.strictObject({
  caller: z.string().min(1).describe("id of the member as whom it is asked"),
  hidden_ids: z.array(z.string()).describe("every item that the caller may not see"),
  withheld: z
    .array(z.string())
    .describe("what hidden items would answer, as their texts say it; [] where they hold no answer"),
  outdated_ids: z.array(z.string()).describe("items that say what held once"),
  holders: z
    .record(z.string(), z.array(z.string()))
    .describe("of each source that expected items are in: which they are"),
  canary: z
    .string()
    .optional()
    .describe("what a page instructs its reader to write: an answer that holds it was steered"),
});

const decisionSchema = z.strictObject({
  decision: z.enum(["accepted", "rejected", "corrected"]),
  by: z.string().min(1),
  at: z.iso.datetime(),
  note: z.string().optional(),
});

/** What a person decided on a truth. */
const reviewSchema = decisionSchema.extend({
  earlier: z
    .array(
      z.strictObject({
        expected_ids: z.array(z.string()),
        expected_entities: z.array(z.string()),
        review: decisionSchema.optional(),
      }),
    )
    .optional()
    .describe("truths that were corrected and decisions that were changed, each as it stood, oldest first"),
});
export type Review = z.infer<typeof reviewSchema>;

/** A retrieval task with ground truth. Snake case: this is the file format of `scenarios.yaml`, as in the study. */
export const scenarioSchema = z
  .strictObject({
    id: z.string().regex(/^S\d{3,}[A-Za-z0-9_-]*$/, "expected an id such as S001"),
    family: familySchema,
    complexity: complexitySchema,
    answerable: z.boolean(),
    truth: z
      .literal("unknown")
      .optional()
      .describe(
        "nobody has said what is right, as of a question that a person asked: what rests on the truth is unscored",
      ),
    turns: z.array(z.string().min(1)).min(1).describe("what the user says; a single-turn scenario has one"),
    register: z.string().optional().describe("how it is phrased: formal, terse, colloquial, ..."),
    template: z.string().optional().describe("of the family's kinds of question, the one that made it"),
    expected_ids: z.array(z.string()).describe("relevant artifact ids, binary relevance, order without meaning"),
    grades: z
      .record(z.string(), z.number().int().positive())
      .optional()
      .describe("graded relevance of expected ids, where a data set has it; kept for readers, scores are binary"),
    expected_entities: z
      .array(z.string())
      .default([])
      .describe("strings that a complete answer names; generated ones stand in the corpus and not in the question"),
    coverage_gaps: z
      .array(z.string())
      .optional()
      .describe(
        "items of the change that no test case is linked to; [] where each has one, absent where the question is about no change",
      ),
    reference_answer: z.string(),
    traps: z.array(z.string()).default([]).describe("known confusions"),
    nonexistence: z
      .enum(ABSTENTION_KINDS)
      .optional()
      .describe("why there is nothing to find, on unanswerable scenarios; partly_answerable on answerable ones"),
    twin: twinSchema.optional(),
    unsupported: z
      .array(z.string())
      .optional()
      .describe("what the question asks for besides and nothing supports: a complete answer says so"),
    cluster: z
      .string()
      .min(1)
      .optional()
      .describe(
        "id of an earlier scenario that begins at the same item or shares half of its relevant ids with this one; absent without any. Intervals and tests take the scenarios of a cluster for one observation",
      ),
    discovery: discoverySchema.optional(),
    faults: faultsSchema.optional(),
    routing: expectedRoutingSchema.optional(),
    live: liveSchema.optional(),
    derivation: derivationSchema.optional(),
    review: reviewSchema.optional(),
  })
  .superRefine((scenario, context) => {
    if (scenario.truth === "unknown" && scenario.expected_ids.length > 0)
      context.addIssue({ code: "custom", path: ["truth"], message: "where ids are expected, the truth is known" });
    if (scenario.truth === undefined && scenario.answerable && scenario.expected_ids.length === 0)
      context.addIssue({
        code: "custom",
        path: ["expected_ids"],
        message: "an answerable scenario needs at least one expected id",
      });
    if (!scenario.answerable && scenario.expected_ids.length > 0)
      context.addIssue({
        code: "custom",
        path: ["expected_ids"],
        message: "an unanswerable scenario has no expected ids",
      });
    if (new Set(scenario.coverage_gaps).size !== (scenario.coverage_gaps?.length ?? 0))
      context.addIssue({ code: "custom", path: ["coverage_gaps"], message: "coverage gaps repeat" });
    if (new Set(scenario.expected_ids).size !== scenario.expected_ids.length)
      context.addIssue({ code: "custom", path: ["expected_ids"], message: "expected ids repeat" });
  });
export type Scenario = z.infer<typeof scenarioSchema>;

/** `scenarios.yaml`: a set, with what it was made from. */
export const scenarioSetSchema = z.strictObject({
  version: z.literal(1).default(1),
  corpus: z.string().default("any").describe("its name; nothing is checked by it"),
  snapshot: z.string().default("any").describe("hash of the substrate snapshot, or `any` for a hand-written set"),
  seed: z.number().int().nullable().default(null).describe("of a generated set"),
  notes: z.array(z.string()).default([]).describe("families left out and why, counts scaled"),
  drawn_for_review: z
    .array(z.string())
    .optional()
    .describe("ids of scenarios that a person is to look at, drawn by lot"),
  scenarios: z.array(scenarioSchema).min(1),
});
export type ScenarioSet = z.infer<typeof scenarioSetSchema>;
