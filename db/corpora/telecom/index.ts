import { makeRandom, type Random, shuffle } from "../../../base/random.ts";
import type { Artifact, Corpus, Link } from "../../ports/corpus.ts";
import { makeCorpus } from "../make-corpus.ts";
import { makeMessages, protocolId, writeCatalog } from "./catalog.ts";
import { chance, sample } from "./draw.ts";
import { writeKnowledge } from "./knowledge.ts";
import { TELECOM_MAPPING } from "./mapping.ts";
import { type BacklogPlan, planBacklog, planContainment } from "./plan-backlog.ts";
import { planTests, type TestPlan } from "./plan-tests.ts";
import { planReferences, type RecordedReferences, recordReferences } from "./references.ts";
import { sizeAt } from "./size.ts";
import { makeWorld } from "./world.ts";
import { writeBacklogItem } from "./write-backlog.ts";
import { writeTest } from "./write-test.ts";

export interface TelecomOptions {
  /** Any whole number; equal seeds give equal corpora, byte for byte. */
  seed: number;
  /** 0.01 to 1, default 1: the study's size. Smaller corpora keep the structure and the sizes of topics. */
  scale?: number;
}

/**
 * Corpus A, synthetic telecom: see README.md beside this file for ids, attributes and what makes it hard.
 * Pure and deterministic; about a second at scale 1.
 */
export function generateTelecomCorpus({ seed, scale = 1 }: TelecomOptions): Corpus {
  const size = sizeAt(scale);
  const world = makeWorld(seed, size);
  const messages = makeMessages();
  const backlog = planBacklog(seed, { size, world });
  const tests = planTests(seed, { size, world, messages });
  const references = planReferences(seed, { tests, backlog, count: size.links });
  const recorded = recordAll(seed, { tests, backlog, references });
  const mentions = planMentions(seed, { tests, backlog, references });
  const catalog = writeCatalog(messages, countCoverage(tests));
  const artifacts: Artifact[] = [
    ...tests.map((plan) =>
      writeTest(seed, {
        plan,
        world,
        extras: { references: recorded.get(plan.id)?.raw ?? [], mentions: mentions.get(plan.id) ?? [] },
      }),
    ),
    ...backlog.map((plan) => writeBacklogItem(seed, plan)),
    ...catalog.artifacts,
    ...writeKnowledge(world),
  ];
  const links: Link[] = [
    ...planContainment(seed, backlog).map(({ parent, child }) => ({
      sourceId: parent,
      targetId: child,
      kind: "contains",
    })),
    ...tests.flatMap((test) =>
      (recorded.get(test.id)?.rows ?? []).map((id) => ({ sourceId: test.id, targetId: id, kind: "references" })),
    ),
    ...tests.flatMap(coverageLinks),
    ...catalog.links,
  ];
  const notes = [
    `synthetic corpus generated from seed ${seed} at scale ${scale}: no text in it was written by a person`,
  ];
  return makeCorpus({ mapping: TELECOM_MAPPING, artifacts, links, notes });
}

interface Planned {
  tests: readonly TestPlan[];
  backlog: readonly BacklogPlan[];
  references: ReadonlyMap<string, readonly BacklogPlan[]>;
}

function recordAll(seed: number, { tests, backlog, references }: Planned): Map<string, RecordedReferences> {
  const random = makeRandom(seed, "raw references");
  return new Map(
    tests.map((test) => [
      test.id,
      recordReferences(random, { items: references.get(test.id) ?? [], others: backlog, tests }),
    ]),
  );
}

const MENTION_SHARE = 0.04;

/** Ids that only the instructions name: for a few tests any item, and for half of the items without tests one or two tests. */
function planMentions(seed: number, { tests, backlog, references }: Planned): Map<string, string[]> {
  const random = makeRandom(seed, "mentions");
  const mentions = new Map<string, string[]>();
  const mention = (test: TestPlan, item: BacklogPlan) => {
    if (!references.get(test.id)?.includes(item)) mentions.set(test.id, [...(mentions.get(test.id) ?? []), item.id]);
  };
  for (const test of tests)
    if (chance(random, MENTION_SHARE)) mention(test, sample(random, backlog, 1)[0] as BacklogPlan);
  for (const item of backlog.filter((candidate) => candidate.untested && chance(random, 0.5)))
    mentionUntested(random, { item, tests, mention });
  return mentions;
}

function mentionUntested(
  random: Random,
  {
    item,
    tests,
    mention,
  }: { item: BacklogPlan; tests: readonly TestPlan[]; mention: (test: TestPlan, item: BacklogPlan) => void },
): void {
  const near = tests.filter((test) => test.subject === item.subject);
  for (const test of shuffle(random, near).slice(0, chance(random, 0.5) ? 1 : 2)) mention(test, item);
}

/** Message coverage where the test names messages; the protocol itself otherwise, so that every test covers its protocol. */
function coverageLinks(test: TestPlan): Link[] {
  if (test.messages.length === 0)
    return [{ sourceId: test.id, targetId: protocolId(test.road.protocol), kind: "covers_protocol" }];
  return test.messages.map((message) => ({ sourceId: test.id, targetId: message.id, kind: "covers_message" }));
}

function countCoverage(tests: readonly TestPlan[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const message of tests.flatMap((test) => test.messages))
    counts.set(message.id, (counts.get(message.id) ?? 0) + 1);
  return counts;
}
