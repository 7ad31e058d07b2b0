import { grouped } from "../../../../base/grouped.ts";
import type { ItemLink } from "../items.ts";
import type { CodePart } from "./read-code.ts";

export type PlacedPart = CodePart & { id: string; file: string };

export interface ResolvedCode {
  links: Map<string, ItemLink[]>;
  /** Names that several parts have, none of which is nearer: no link is made. */
  ambiguous: string[];
  /** Names that nothing here has: libraries. */
  outside: number;
}

/**
 * CALLS, INHERITS and membership, by name. A name means what is in the same class where it is called on itself, else in the
 * same file, else in all; where more than one is left, nothing is guessed. A call on another thing (`y.x()`) is `may_call`: what
 * y is would take its type.
 */
export function resolveCode(parts: readonly PlacedPart[]): ResolvedCode {
  const named = grouped(parts, ({ name }) => name);
  const byPath = new Map(parts.map((part) => [`${part.file} ${[...part.around, part.name].join(".")}`, part]));
  const result: ResolvedCode = { links: new Map(), ambiguous: [], outside: 0 };
  const add = (id: string, link: ItemLink) => result.links.set(id, [...(result.links.get(id) ?? []), link]);
  const resolve = (
    part: PlacedPart,
    candidates: readonly PlacedPart[],
    { kind, name }: { kind: string; name: string },
  ) => {
    const [only, ...more] = nearest(part, candidates);
    if (only === undefined) result.outside++;
    else if (more.length > 0) result.ambiguous.push(`${part.id} ${kind} ${name} (${more.length + 1} of that name)`);
    else add(part.id, { kind, id: only.id });
  };
  for (const part of parts) {
    const owner = byPath.get(`${part.file} ${part.around.join(".")}`);
    if (part.kind === "function" && owner?.kind === "class") add(part.id, { kind: "member_of", id: owner.id });
    for (const { name, on } of part.calls) {
      const all = (named.get(name) ?? []).filter(({ id }) => id !== part.id);
      const own = (other: PlacedPart) => other.file === part.file && other.around.join(".") === part.around.join(".");
      const mine = on === "itself" ? all.filter(own) : [];
      resolve(part, mine.length > 0 ? mine : all, { kind: on === "other" ? "may_call" : "calls", name });
    }
    for (const name of part.bases)
      resolve(
        part,
        (named.get(name) ?? []).filter(({ kind, id }) => kind === "class" && id !== part.id),
        { kind: "inherits", name },
      );
  }
  return result;
}

function nearest(part: PlacedPart, candidates: readonly PlacedPart[]): readonly PlacedPart[] {
  const here = candidates.filter(({ file }) => file === part.file);
  return here.length > 0 ? here : candidates;
}
