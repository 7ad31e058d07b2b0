import { makeRandom, pick, type Random, randomInteger } from "../../../base/random.ts";
import type { Artifact } from "../../ports/corpus.ts";
import { at, chance, sample } from "./draw.ts";
import type { TestPlan } from "./plan-tests.ts";
import { TEST_WORDS, type Voice } from "./test-words.ts";
import { NO_FAILURE } from "./vocabulary/failure-conditions.ts";
import {
  ACTIONS,
  CUSTOMER_WORDS,
  DISTRACTIONS,
  FAULT_PURPOSES,
  FAULT_TITLES,
  FOCUS,
  fill,
  HEADINGS,
  KINDS,
  MENTIONS,
  NOMINAL_PURPOSES,
  NOMINAL_TITLES,
  PRECONDITIONS,
  PROVOCATIONS,
  PURPOSES,
  RESULTS,
  SETUPS,
  type Speaker,
  TRIGGERS,
} from "./vocabulary/sentences.ts";
import type { TestedProcedure } from "./world.ts";

export interface TestExtras {
  /** References as a person wrote them. */
  references: readonly string[];
  /** Backlog ids that only the text names. */
  mentions: readonly string[];
}

/**
 * The words of a test. Every random choice depends on `plan.voice` only, and no choice depends on the attributes in
 * which near-duplicates differ, so a near-duplicate reads like its original but for that attribute.
 */
export function writeTest(
  seed: number,
  { plan, world, extras }: { plan: TestPlan; world: readonly TestedProcedure[]; extras: TestExtras },
): Artifact {
  const random = makeRandom(seed, "test text", plan.voice);
  const voice: Voice = { random, plan, world };
  const speak: Speaker = (name) => TEST_WORDS[name]?.(voice);
  const title = fill(pick(random, plan.failure ? FAULT_TITLES : NOMINAL_TITLES), speak) + cloneMark(plan);
  const description = writeDescription(random, plan, speak);
  const instructions = writeInstructions(random, { plan, speak, mentions: extras.mentions });
  return {
    id: plan.id,
    type: "test_case",
    title,
    text: instructions,
    meta: metaOf(plan, { description, references: extras.references }),
  };
}

/** A near-duplicate names in its title what it differs in, in a tester's words. */
function cloneMark({ clone, road, release, quality, id }: TestPlan): string {
  if (!clone) return "";
  const position = Number(id.slice(-2)) / 100;
  const marks = {
    interface: [road.protocol.interface, road.protocol.name],
    release: release.phrases,
    quality_area: quality.lab,
  };
  return ` (${at(marks[clone.differsIn], position)})`;
}

function writeDescription(random: Random, plan: TestPlan, speak: Speaker): string {
  const one = (patterns: readonly string[]) => fill(pick(random, patterns), speak);
  const [fault, kind, remark, customer] = [random(), random(), random(), random()];
  const sentences = [
    one(PURPOSES),
    one(plan.failure ? FAULT_PURPOSES : NOMINAL_PURPOSES),
    one(KINDS),
    at(plan.quality.remarks, remark),
    one(CUSTOMER_WORDS),
  ];
  const kept = [true, fault < 0.85, kind < 0.7, remark < 0.5, customer < 0.1];
  return sentences.filter((_, index) => kept[index]).join(" ");
}

function writeInstructions(
  random: Random,
  { plan, speak, mentions }: { plan: TestPlan; speak: Speaker; mentions: readonly string[] },
): string {
  const headings = pick(random, HEADINGS);
  const some = (patterns: readonly string[], count: number) =>
    sample(random, patterns, count).map((pattern) => fill(pattern, speak));
  const setup = some(SETUPS, chance(random, 0.85) ? 1 : 0);
  const preconditions = [...some(PRECONDITIONS, randomInteger(random, 3)), ...setup];
  const actions = [...some(TRIGGERS, chance(random, 0.7) ? 1 : 0), ...some(ACTIONS, 2 + randomInteger(random, 4))];
  const results = some(RESULTS, 1 + randomInteger(random, 2));
  const notes = some(DISTRACTIONS, chance(random, 0.4) ? 1 : 0);
  const focus = some(FOCUS, 1);
  const provocations = some(PROVOCATIONS, chance(random, 0.5) ? 1 : 0);
  const [stimulus, outcome] = [random(), random()];
  if (plan.parameter) actions.push(...focus);
  if (plan.failure) {
    const stimulusText = fill(at(plan.failure.stimuli, stimulus), speak);
    actions.splice(Math.ceil(actions.length / 2), 0, ...provocations, stimulusText);
    results.push(fill(at(plan.failure.outcomes, outcome), speak));
  }
  notes.push(
    ...mentions.map((id, index) =>
      fill(MENTIONS[index % MENTIONS.length] as string, (name) => (name === "id" ? id : undefined)),
    ),
  );
  return layOut({ headings, preconditions, actions, results, notes });
}

interface Sections {
  headings: (typeof HEADINGS)[number];
  preconditions: readonly string[];
  actions: readonly string[];
  results: readonly string[];
  notes: readonly string[];
}

function layOut({ headings, preconditions, actions, results, notes }: Sections): string {
  const sections: [string, readonly string[]][] = [
    [headings.precondition, preconditions],
    [headings.step, actions.map((action, index) => `${index + 1}. ${action}`)],
    [headings.expected, results],
    [headings.note, notes],
  ];
  const filled = sections.filter(([, lines]) => lines.length > 0);
  return filled.map(([heading, lines]) => [heading, ...lines].join("\n")).join("\n\n");
}

function metaOf(
  plan: TestPlan,
  { description, references }: { description: string; references: readonly string[] },
): Record<string, unknown> {
  const entries: [string, unknown][] = [
    ["description", description],
    ["quality_area", plan.quality.name],
    ["execution_context", plan.context.name],
    ["automated_suite", plan.suite],
    ["references", references.length > 0 ? references : null],
    ["feature_area", plan.subject.area.name],
    ["procedure", plan.subject.procedure.name],
    ["failure_condition", plan.failure?.name ?? NO_FAILURE.name],
    ["interface", plan.road.protocol.interface],
    ["protocol", plan.road.protocol.name],
    ["parameter", plan.parameter],
    ["release", plan.release.name],
    ["deployment", plan.deployment.name],
    ["cloned_from", plan.clone?.of ?? null],
    ["differs_in", plan.clone?.differsIn ?? null],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}
