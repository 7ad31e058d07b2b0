import { grouped } from "../../../base/grouped.ts";
import type { ItemLink } from "../items.ts";
import type { CodeCall } from "./calls.ts";
import type { CodePart } from "./parse-code.ts";

export type PlacedPart = CodePart & { id: string; file: string };

export interface ResolvedCode {
  links: Map<string, ItemLink[]>;
  /** Names that several parts have, none of which is nearer: no link is made. */
  ambiguous: string[];
  /** Names that nothing here has: libraries. */
  outside: number;
}

/**
 * CALLS, INHERITS, COVERS and membership, by name. A name means what is in the same class where it is called on itself, in the class or
 * module that it is called on where that is known, else in the same file, else in all; where more than one is left, nothing is guessed.
 * A call on a thing of which nothing is known (`y.x()`) is `may_call`. A class is called by its constructor, or `constructs` where it has
 * none. What a test calls it `covers`, and the class that it makes it `covers_class`.
 */
export function resolveCode(parts: readonly PlacedPart[]): ResolvedCode {
  return new Resolver(parts).resolve();
}

class Resolver {
  readonly #parts: readonly PlacedPart[];
  readonly #named: ReadonlyMap<string, readonly PlacedPart[]>;
  readonly #members: ReadonlyMap<string, readonly PlacedPart[]>;
  /** Paths of functions and tests. */
  readonly #bodies: ReadonlySet<string>;
  readonly #result: ResolvedCode = { links: new Map(), ambiguous: [], outside: 0 };

  constructor(parts: readonly PlacedPart[]) {
    this.#parts = parts;
    const callable = parts.filter(({ kind }) => kind !== "test");
    this.#named = grouped(callable, ({ name }) => name);
    const bodies = parts.filter(({ kind }) => kind !== "class");
    this.#bodies = new Set(bodies.map(({ file, around, name }) => pathOf(file, [...around, name])));
    this.#members = grouped(callable, ({ file, around }) => pathOf(file, around));
  }

  resolve(): ResolvedCode {
    const owners = new Map(this.#parts.map((part) => [pathOf(part.file, [...part.around, part.name]), part]));
    for (const part of this.#parts) {
      const owner = owners.get(pathOf(part.file, part.around));
      if (part.kind === "function" && owner?.kind === "class") this.#add(part, { kind: "member_of", id: owner.id });
      for (const call of part.calls) this.#link(part, call);
      for (const name of part.bases) {
        const bases = this.#others(part, name).filter(({ kind }) => kind === "class");
        const base = this.#only(part, bases, `inherits ${name}`);
        if (base) this.#add(part, { kind: "inherits", id: base.id });
      }
    }
    return this.#result;
  }

  #link(part: PlacedPart, call: CodeCall): void {
    const verb = part.kind === "test" ? "cover" : "call";
    const { candidates, isKnown } = this.#candidates(part, call);
    const target = this.#only(part, candidates, `${isKnown ? `${verb}s` : `may_${verb}`} ${call.name}`);
    // What a test defines for itself is a part of it.
    if (!target || (part.kind === "test" && this.#scopeOf(target) === pathOf(part.file, [...part.around, part.name])))
      return;
    const maker = target.kind === "class" ? this.#constructorOf(target) : target;
    if (maker && maker.id !== part.id) this.#add(part, { kind: isKnown ? `${verb}s` : `may_${verb}`, id: maker.id });
    if (target.kind !== "class" || !isKnown) return;
    if (part.kind === "test") this.#add(part, { kind: "covers_class", id: target.id });
    else if (!maker) this.#add(part, { kind: "constructs", id: target.id });
  }

  /** What a call may mean, and whether what it is called on is known. */
  #candidates(part: PlacedPart, call: CodeCall): { candidates: readonly PlacedPart[]; isKnown: boolean } {
    const all = this.#others(part, call.name).filter((other) => !isConstructor(other));
    const path = pathOf(part.file, part.around);
    if (call.on === "itself") {
      const mine = all.filter(({ file, around }) => pathOf(file, around) === path);
      return { candidates: mine.length > 0 ? mine : all, isKnown: true };
    }
    const held = all.filter(
      ({ file, around }) => call.receiver !== undefined && call.receiver === (around.at(-1) ?? stemOf(file)),
    );
    return held.length > 0 ? { candidates: held, isKnown: true } : { candidates: all, isKnown: call.on === "nothing" };
  }

  /** What a name may mean from here. */
  #others(part: PlacedPart, name: string): readonly PlacedPart[] {
    const own = pathOf(part.file, [...part.around, part.name]);
    return (this.#named.get(name) ?? []).filter((other) => {
      const scope = this.#scopeOf(other);
      return other.id !== part.id && (scope === null || own === scope || own.startsWith(`${scope}.`));
    });
  }

  /** The innermost function or test around it, outside of which its name is unknown; null at the top level. */
  #scopeOf({ file, around }: PlacedPart): string | null {
    for (let depth = around.length; depth > 0; depth--) {
      const path = pathOf(file, around.slice(0, depth));
      if (this.#bodies.has(path)) return path;
    }
    return null;
  }

  #constructorOf({ file, around, name }: PlacedPart): PlacedPart | undefined {
    const [only, ...more] = (this.#members.get(pathOf(file, [...around, name])) ?? []).filter(isConstructor);
    return more.length === 0 ? only : undefined;
  }

  /** The one that a name means from here. */
  #only(part: PlacedPart, candidates: readonly PlacedPart[], what: string): PlacedPart | undefined {
    const here = candidates.filter(({ file }) => file === part.file);
    const [only, ...more] = here.length > 0 ? here : candidates;
    if (only === undefined) this.#result.outside++;
    else if (more.length === 0) return only;
    else this.#result.ambiguous.push(`${part.id} ${what} (${more.length + 1} of that name)`);
    return undefined;
  }

  #add({ id }: PlacedPart, link: ItemLink): void {
    this.#result.links.set(id, [...(this.#result.links.get(id) ?? []), link]);
  }
}

function isConstructor({ kind, name, around }: PlacedPart): boolean {
  return (
    kind === "function" && around.length > 0 && (/^(?:__init__|constructor)$/.test(name) || name === around.at(-1))
  );
}

const pathOf = (file: string, names: readonly string[]) => `${file} ${names.join(".")}`;

/** `src/radio_link.py` is the module `radio_link`, and so is `radio_link/__init__.py`. */
const stemOf = (file: string) =>
  file
    .replace(/\/(?:__init__\.py|index\.tsx?)$/, "")
    .replace(/^.*\//s, "")
    .replace(/\.[^.]*$/, "");
