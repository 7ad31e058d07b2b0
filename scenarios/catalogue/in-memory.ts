import type { Aspect } from "../truth/aspect.ts";
import { type Atom, CONTAINMENT_DEPTH, combine, type Facet, type TestSet } from "../truth/test-set.ts";
import type { Catalogue } from "./catalogue.ts";

const NONE: ReadonlySet<string> = new Set();

/** The set as far as memory knows, to choose candidates by size. Not a truth. Texts are not in memory: `mentions` is empty. */
export function estimate(set: TestSet, catalogue: Catalogue): ReadonlySet<string> {
  return combine(set, (atom) => estimateAtom(atom, catalogue));
}

/** The entities that an aspect of these test cases selects, as far as memory knows. */
export function estimateAspect(aspect: Aspect, tests: ReadonlySet<string>, catalogue: Catalogue): ReadonlySet<string> {
  const each = (groups: Catalogue["itemsOfTest"]) => union([...tests].map((test) => groups.get(test)));
  switch (aspect.kind) {
    case "items": {
      const { subtype, within } = aspect;
      const parts = within === undefined ? null : subtree(within, catalogue);
      const fits = (id: string) => subtype === undefined || catalogue.items.get(id)?.subtype === subtype;
      return new Set([...each(catalogue.itemsOfTest)].filter((id) => fits(id) && (parts?.has(id) ?? true)));
    }
    case "messages":
      return each(catalogue.messagesOfTest);
    case "protocols":
      return each(catalogue.protocolsOfTest);
    case "values":
      return new Set([...tests].flatMap((test) => valuesOf(test, aspect.facet, catalogue)));
    case "parent":
      return catalogue.parents.get(aspect.item) ?? NONE;
  }
}

function valuesOf(test: string, { key }: Facet, { facets }: Catalogue): readonly string[] {
  return facets.ofTest.get(test)?.get(key) ?? [];
}

/** An item and what it contains, up to `CONTAINMENT_DEPTH` levels down. */
export function subtree(item: string, catalogue: Catalogue): Set<string> {
  let level = new Set([item]);
  const all = new Set(level);
  for (let depth = 0; depth < CONTAINMENT_DEPTH && level.size > 0; depth++) {
    level = new Set([...level].flatMap((id) => [...(catalogue.children.get(id) ?? [])]).filter((id) => !all.has(id)));
    for (const id of level) all.add(id);
  }
  return all;
}

function estimateAtom(atom: Atom, catalogue: Catalogue): ReadonlySet<string> {
  switch (atom.kind) {
    case "traced":
      return catalogue.traced.get(atom.item) ?? NONE;
    case "traced_within":
      return union([...subtree(atom.item, catalogue)].map((id) => catalogue.traced.get(id)));
    case "covers_message":
      return catalogue.coveringMessage.get(atom.message) ?? NONE;
    case "covers_protocol":
      return catalogue.coveringProtocol.get(atom.protocol) ?? NONE;
    case "covers_message_of": {
      const messages = catalogue.messagesOf.get(atom.protocol) ?? NONE;
      return union([...messages].map((id) => catalogue.coveringMessage.get(id)));
    }
    case "facet":
      return catalogue.facets.values.get(atom.facet.key)?.get(atom.value) ?? NONE;
    case "has_facet":
      return union([...(catalogue.facets.values.get(atom.facet.key)?.values() ?? [])]);
    case "sharing_item_with": {
      const items = catalogue.itemsOfTest.get(atom.test) ?? NONE;
      const sharing = new Set(union([...items].map((id) => catalogue.traced.get(id))));
      sharing.delete(atom.test);
      return sharing;
    }
    case "named":
      return testsWhere(catalogue, (_id, name) => name === atom.name);
    case "one":
      return testsWhere(catalogue, (id) => id === atom.id);
    case "mentions":
      return NONE;
  }
}

function union(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...(set ?? [])]));
}

function testsWhere(catalogue: Catalogue, matches: (id: string, name: string) => boolean): ReadonlySet<string> {
  return new Set([...catalogue.tests.values()].filter(({ id, name }) => matches(id, name)).map(({ id }) => id));
}
