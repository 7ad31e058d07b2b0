import { makeRandom, pick, type Random, randomInteger, shuffle } from "../../base/random.ts";
import { compareText } from "../../base/text-order.ts";
import type { Restriction, ServedItem, ServedMember, ServedPlace } from "../../db/sources/in-process/content.ts";
import type { Company } from "./company.ts";
import { FILLERS, SYSTEM_NAMES } from "./words.ts";

/** What a kind of question writes an item from. Its audience follows from where it is put. */
interface Written {
  place: string;
  parent?: string | null;
  title?: string;
  /** The sentence that matters; others are put around it. */
  says: string;
  author?: string;
  /** Days since the company's first; drawn where it is not said. */
  day?: number;
  restriction?: Restriction | null;
  /** Of an item that is what it is: no other sentences. */
  id?: string;
  bare?: boolean;
}

const FIRST_DAY = Date.UTC(2026, 0, 5);
const [DAY_MS, MINUTE_MS] = [86_400_000, 60_000];
const LAST_DAY = 260;
/** Numbers of a world's items: of four digits, so that their ids are as long as those of other worlds. */
const ID_NUMBERS = 9000;

/** A world while it is written: each item once, with who may read it decided as it is put down. */
export class WorldDraft {
  readonly random: Random;
  readonly members: readonly ServedMember[];
  readonly #places: ReadonlyMap<string, ServedPlace>;
  readonly #systems: string[];
  readonly #numbers: number[];
  readonly #items: ServedItem[] = [];
  readonly #audience = new Map<string, readonly string[]>();

  constructor({ members, places }: Company, seed: number) {
    this.random = makeRandom("world-draft", seed);
    this.members = members;
    this.#places = new Map(places.map((place) => [place.id, place]));
    this.#systems = shuffle(this.random, SYSTEM_NAMES);
    this.#numbers = shuffle(
      this.random,
      Array.from({ length: ID_NUMBERS }, (_, at) => 1000 + at),
    );
  }

  /** A system that nothing in this world is about yet. @throws RangeError when a world asks for more than there are names */
  newSystem(): string {
    const system = this.#systems.pop();
    if (system === undefined) throw new RangeError(`a world has at most ${SYSTEM_NAMES.length} systems`);
    return system;
  }

  nameOf(member: string): string {
    return this.members.find(({ id }) => id === member)!.name;
  }

  audienceOf(item: string): readonly string[] {
    return this.#audience.get(item) ?? [];
  }

  /** Members who may write at a place: those who may read there. */
  writersAt(place: string): readonly string[] {
    return this.#among(this.#places.get(place)!.restriction, this.#everybody());
  }

  write({ place, parent = null, title = "", says, restriction = null, ...rest }: Written): ServedItem {
    const { source, kind } = this.#places.get(place)!;
    const above = parent === null ? this.writersAt(place) : this.audienceOf(parent);
    const audience = this.#among(restriction, above);
    const item: ServedItem = {
      id: rest.id ?? this.#newId(source, parent),
      source,
      kind: kindOf(kind, parent),
      ...{ place, parent, title, restriction },
      text: rest.bare ? says : this.#around(says, source),
      author: rest.author ?? pick(this.random, audience),
      created: this.#dateOf(rest.day ?? randomInteger(this.random, LAST_DAY), parent),
    };
    this.#items.push(item);
    this.#audience.set(item.id, audience);
    return item;
  }

  /** In the order of their ids: where something was planted does not show from where it stands. */
  finish(): { items: ServedItem[]; audience: Record<string, readonly string[]> } {
    const items = [...this.#items].sort((a, b) => compareText(a.id, b.id));
    return { items, audience: Object.fromEntries(items.map(({ id }) => [id, this.audienceOf(id)])) };
  }

  #everybody(): readonly string[] {
    return this.members.map(({ id }) => id);
  }

  #among(restriction: Restriction | null, people: readonly string[]): readonly string[] {
    if (restriction === null) return people;
    const inGroups = this.members.filter(({ groups }) => groups.some((group) => restriction.groups.includes(group)));
    const named = new Set([...restriction.people, ...inGroups.map(({ id }) => id)]);
    return people.filter((id) => named.has(id));
  }

  #newId(source: ServedPlace["source"], parent: string | null): string {
    const number = this.#numbers.pop();
    if (number === undefined) throw new RangeError(`a world has at most ${ID_NUMBERS} items`);
    return `${prefixOf(source, parent)}-${number}`;
  }

  #around(says: string, source: ServedPlace["source"]): string {
    const [before, after, last] = shuffle(this.random, FILLERS);
    return source === "wiki" ? [before, says, after, last].join(" ") : [says, after].join(" ");
  }

  /** A time of a working day; of what stands below another item within the hour after it, if it would be before. */
  #dateOf(day: number, parent: string | null): string {
    const minutes = 8 * 60 + randomInteger(this.random, 8 * 60);
    const drawn = FIRST_DAY + day * DAY_MS + minutes * MINUTE_MS;
    const above = this.#items.find(({ id }) => id === parent);
    const least = above ? Date.parse(above.created) + (1 + randomInteger(this.random, 59)) * MINUTE_MS : drawn;
    return new Date(Math.max(drawn, least)).toISOString();
  }
}

function kindOf(place: ServedPlace["kind"], parent: string | null): ServedItem["kind"] {
  if (place === "space") return "page";
  if (place === "suite") return "test_case";
  if (place === "project") return parent === null ? "issue" : "comment";
  return "message";
}

function prefixOf(source: ServedPlace["source"], parent: string | null): string {
  if (source === "wiki") return "PAGE";
  if (source === "chat") return "CHAT";
  if (source === "tests") return "TEST";
  return parent === null ? "ISSUE" : "NOTE";
}
