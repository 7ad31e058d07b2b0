import { pick, shuffle } from "../../../base/random.ts";
import type { AbsentConcept } from "../../catalogue/concepts.ts";
import { estimate } from "../../catalogue/in-memory.ts";
import { choose } from "../../generators/choose.ts";
import { protocolCondition } from "../../generators/conditions.ts";
import type { MakeContext } from "../../generators/family.ts";
import { subjectOrder } from "../../generators/topics.ts";
import { sayProtocol } from "../../phrasing/names.ts";
import { CONCEPT, CONCEPT_WITH } from "../../phrasing/search.ts";
import { nameTopic } from "../../phrasing/topics.ts";
import { and, type TestSet } from "../../truth/test-set.ts";
import type { KindGenerator, PairDraft, PairSide } from "../pair.ts";

/** A concept that no text of the corpus mentions, beside one that test cases are about. */
export const OUT_OF_CORPUS: KindGenerator = {
  kind: "out_of_corpus_concept",
  needs: "test cases with a subject attribute, or with protocols or components",
  templates: [
    { name: "concept", family: "search", complexity: "single_hop", make: concept },
    { name: "concept_on_protocol", family: "search", complexity: "multi_hop", make: conceptOnProtocol },
  ],
};

function concept(context: MakeContext): PairDraft | null {
  const absent = drawAbsent(context, (set) => set);
  const present = choose(context, presentConcepts(context), (entry) => entry);
  if (!absent || !present) return null;
  return {
    turns: [CONCEPT],
    slots: (says) => ({ concept: says }),
    lacking: absentSide(absent, mentions(absent)),
    answerable: presentSide(present, present.set),
  };
}

/** Both on one protocol, which test cases exercise. */
function conceptOnProtocol(context: MakeContext): PairDraft | null {
  const { catalogue, random } = context;
  const protocols = [...catalogue.coveringProtocol.keys()];
  const chosen = choose(context, protocols.length === 0 ? [] : facetConcepts(context), (entry) => {
    const fitting = protocols.filter((id) => estimate(onProtocol(entry.set, id), catalogue).size > 0);
    if (fitting.length === 0) return null;
    const protocol = pick(random, fitting);
    return { entry, protocol, set: onProtocol(entry.set, protocol) };
  });
  const absent = chosen && drawAbsent(context, (set) => onProtocol(set, chosen.protocol));
  if (!chosen || !absent) return null;
  const condition = protocolCondition(chosen.protocol, catalogue);
  return {
    turns: [CONCEPT_WITH],
    slots: (says) => ({ concept: says, condition: condition.says }),
    lacking: {
      ...absentSide(absent, onProtocol(mentions(absent), chosen.protocol)),
      traps: [`test cases exercise ${condition.name} and have nothing to do with the concept`],
    },
    answerable: presentSide(chosen.entry, chosen.set),
  };
}

interface Present {
  says: string;
  name: string;
  set: TestSet;
}

/** Values of the subject attribute; where test cases have none, the protocols or components that they exercise. */
function presentConcepts(context: MakeContext): Present[] {
  const facets = facetConcepts(context);
  if (facets.length > 0) return facets;
  const { coveringProtocol, protocols } = context.catalogue;
  return [...coveringProtocol.keys()].flatMap((id) => {
    const entry = protocols.get(id);
    return entry
      ? [{ says: sayProtocol(entry), name: entry.name, set: { kind: "covers_protocol", protocol: id } }]
      : [];
  });
}

function facetConcepts(context: MakeContext): Present[] {
  const [facet] = subjectOrder(context);
  // A column says how test cases are filed: nobody asks to verify it.
  if (!facet || facet.source === "column") return [];
  const values = [...(context.catalogue.facets.values.get(facet.key)?.keys() ?? [])];
  return values.map((value) => ({
    says: value,
    name: nameTopic([{ facet, value }]),
    set: { kind: "facet", facet, value },
  }));
}

function drawAbsent(context: MakeContext, wrap: (set: TestSet) => TestSet): AbsentConcept | undefined {
  const all = shuffle(context.random, context.catalogue.absentConcepts);
  return all.find((entry) => context.isNew(wrap(mentions(entry))));
}

function absentSide({ says, marks }: AbsentConcept, set: TestSet): PairSide {
  return {
    says,
    set,
    premises: [{ kind: "unmentioned", words: marks }],
    finding: `nothing in the corpus is about ${says}`,
    traps: ["test cases that only share general words with the question"],
  };
}

function presentSide({ says, name }: Present, set: TestSet): PairSide {
  return { says, set, finding: `about ${name}`, traps: [] };
}

function mentions({ marks }: AbsentConcept): TestSet {
  return { kind: "mentions", words: marks };
}

function onProtocol(set: TestSet, protocol: string): TestSet {
  return and(set, { kind: "covers_protocol", protocol });
}
