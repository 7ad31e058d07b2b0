import { grouped } from "../../base/grouped.ts";
import type { Artifact } from "../../db/ports/corpus.ts";
import { sayLost } from "./items.ts";
import { NamedOnly } from "./references.ts";
import type { SourceContent, SourceLink } from "./source.ts";

export const isNamedOnly = ({ meta }: Artifact): boolean => meta.named_only === true;

/**
 * The same with links whose ends are spelt otherwise than the record that they mean: `sysreq-18` is `sysReq-18`, so that
 * it is no record of its own, only named, beside the one that is described.
 */
export function withSpellings(content: SourceContent): SourceContent {
  const names = new DescribedNames(content.artifacts.filter((artifact) => !isNamedOnly(artifact)));
  const isMeant = ({ id }: Artifact) => !names.has(id) && names.of(id) !== undefined;
  const artifacts = content.artifacts.filter((artifact) => !(isNamedOnly(artifact) && isMeant(artifact)));
  const present = new Set(artifacts.map(({ id }) => id));
  const endOf = (id: string) => (present.has(id) ? id : (names.of(id) ?? id));
  const spelt = (link: SourceLink) => ({ ...link, sourceId: endOf(link.sourceId), targetId: endOf(link.targetId) });
  const lost = (content.lost ?? []).map(spelt);
  const isHere = ({ sourceId, targetId }: SourceLink) => present.has(sourceId) && present.has(targetId);
  const links = [...content.links.map(spelt), ...lost.filter(isHere)];
  const stillLost = lost.filter((link) => !isHere(link));
  const named = artifacts.filter(isNamedOnly);
  return {
    ...content,
    artifacts,
    links,
    lost: stillLost,
    notes: [...ownNotes(content), ...NamedOnly.note(named), ...sayLost(stillLost)],
  };
}

/** Without what is only named there, or not there at all: something else may describe it. */
export function ownNotes({ artifacts, notes, lost = [] }: SourceContent): string[] {
  const said = [...NamedOnly.note(artifacts.filter(isNamedOnly)), ...sayLost(lost)];
  return notes.filter((note) => !said.includes(note));
}

/** Ids of what is described, found by other spellings too: a tag `req_login_7` names REQ-LOGIN-7 where no other id is spelt alike. */
class DescribedNames {
  readonly #ids: ReadonlySet<string>;
  readonly #folded: ReadonlyMap<string, readonly string[]>;
  /** Functions and classes by the names that others call them: `Radio.send`, `send`. */
  readonly #code: ReadonlyMap<string, readonly string[]>;

  constructor(artifacts: readonly Artifact[]) {
    const code = artifacts.flatMap(({ id, title, meta }) =>
      typeof meta.lines === "string" && typeof meta.name === "string"
        ? [...new Set([title, meta.name])].map((name) => ({ id, name }))
        : [],
    );
    this.#code = new Map([...grouped(code, ({ name }) => name)].map(([name, all]) => [name, all.map(({ id }) => id)]));
    this.#ids = new Set(artifacts.map(({ id }) => id));
    this.#folded = grouped([...this.#ids], folded);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  of(id: string): string | undefined {
    if (this.has(id)) return id;
    const alike = this.#folded.get(folded(id)) ?? this.#code.get(id) ?? [];
    return alike.length === 1 ? alike[0] : undefined;
  }
}

/** What ids have in common that differ in letter case and in blanks, dots, underscores, colons and hyphens alone. */
export const folded = (id: string) => id.toLowerCase().replace(/[\s_.:-]+/g, "-");
