import { roomy } from "../../generators/choose.ts";
import { protocolCondition } from "../../generators/conditions.ts";
import type { MakeContext } from "../../generators/family.ts";
import { partsOf, wideItem } from "../../generators/items.ts";
import { drawTopic, subjectOrder } from "../../generators/topics.ts";
import { TOPIC_WITH } from "../../phrasing/search.ts";
import type { KindGenerator, PairDraft } from "../pair.ts";
import { isVariant, itemWithCondition, split, splitByFacet } from "../variants.ts";

/** Something that is tested, asked for in a version or over an interface in which it is not. */
export const WRONG_VARIANT: KindGenerator = {
  kind: "wrong_variant",
  needs:
    "an attribute for version, interface or platform, or backlog items whose test cases exercise some protocols only",
  templates: [
    { name: "topic", family: "search", complexity: "multi_hop", make: topic },
    { name: "item", family: "traceability", complexity: "multi_hop", make: item },
  ],
};

function topic(context: MakeContext): PairDraft | null {
  const { facets } = context.catalogue.facets;
  const order = subjectOrder(context).filter((facet) => !isVariant(facet));
  const base = drawTopic(roomy(context), { order, least: 1, reword: true });
  const sides = base && splitByFacet(context, { base: base.set, facets: facets.filter(isVariant), about: base.name });
  if (!base || !sides) return null;
  return {
    turns: [TOPIC_WITH],
    slots: (says) => ({ topic: base.says, condition: says }),
    lacking: sides.lacking,
    answerable: sides.answerable,
  };
}

/** The protocol as the interface that an item's test cases run over. */
function item(context: MakeContext): PairDraft | null {
  const { catalogue } = context;
  const whole = wideItem(context);
  if (!whole) return null;
  const values = [...catalogue.coveringProtocol.keys()].map((id) => {
    const { says, name } = protocolCondition(id, catalogue);
    return { says, name: `coverage of ${name}`, set: { kind: "covers_protocol", protocol: id } as const };
  });
  const base = partsOf(whole.id, catalogue);
  const sides = split(context, { base, values, about: `a link to ${whole.id} or its parts` });
  return sides && itemWithCondition(whole, { ...sides, catalogue });
}
