import { shuffle } from "../../base/random.ts";
import { compareText } from "../../base/text-order.ts";
import type { MakeContext } from "../generators/family.ts";
import { isFree } from "./near-id.ts";

/**
 * The id with the prefix of another kind of artifact, nobody's: `REQ-20441` as `DEF-20441`. Prefixes whose ids have the
 * same form behind them come first. Null where the corpus' ids have no prefixes, or only one.
 */
export function wrongPrefix(
  id: string,
  { catalogue, random }: Pick<MakeContext, "catalogue" | "random">,
): string | null {
  const own = prefixOf(id);
  if (own === null) return null;
  const rest = id.slice(own.length);
  const forms = formsByPrefix(catalogue.ids);
  const others = shuffle(random, [...forms.keys()].sort(compareText)).filter((prefix) => prefix !== own);
  const fits = (prefix: string) => Number(forms.get(prefix)?.has(formOf(rest)));
  const ranked = others.sort((a, b) => fits(b) - fits(a));
  return ranked.map((prefix) => prefix + rest).find((made) => isFree(made, catalogue.ids)) ?? null;
}

/** `REQ-`, `oc:`: letters and the first mark behind them. Null for ids of another build. */
function prefixOf(id: string): string | null {
  return /^[A-Za-z]+[-_:/.#](?=.)/.exec(id)?.[0] ?? null;
}

/** What stands behind the prefix, runs of letters as one sign and digits as another: `20441` and `98113` have one form. */
function formOf(rest: string): string {
  return rest.replace(/\d/g, "0").replace(/\p{L}+/gu, "a");
}

/** A prefix is one when two ids have it. */
function formsByPrefix(ids: ReadonlySet<string>): Map<string, Set<string>> {
  const forms = new Map<string, Set<string>>();
  const repeated = new Set<string>();
  for (const id of ids) {
    const prefix = prefixOf(id);
    if (prefix === null) continue;
    const known = forms.get(prefix);
    if (known) repeated.add(prefix);
    forms.set(prefix, (known ?? new Set()).add(formOf(id.slice(prefix.length))));
  }
  return new Map([...forms].filter(([prefix]) => repeated.has(prefix)));
}
