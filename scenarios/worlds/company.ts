import { makeRandom, pick, type Random, shuffle } from "../../base/random.ts";
import type { Restriction, ServedMember, ServedPlace } from "../../db/sources/in-process/content.ts";
import { FAMILY_NAMES, GIVEN_NAMES } from "./words.ts";

const GROUPS = ["engineering", "sales", "people_ops", "leadership"] as const;
export type Group = (typeof GROUPS)[number];
const MEMBERS = 12;

export interface Company {
  members: readonly ServedMember[];
  places: readonly ServedPlace[];
}

/** People in groups (each of a group that is dealt in turn, every fourth of leadership too) and the places that they write in. */
export function foundCompany(seed: number): Company {
  const random = makeRandom("world-company", seed);
  const given = shuffle(random, GIVEN_NAMES);
  const family = shuffle(random, FAMILY_NAMES);
  const members = Array.from({ length: MEMBERS }, (_, at) => memberOf(at, `${given[at]} ${family[at]}`));
  return { members, places: [...COMMON_PLACES, ...directPlaces(members, random)] };
}

function memberOf(at: number, name: string): ServedMember {
  const id = name.toLowerCase().replace(" ", ".");
  const own = GROUPS[at % GROUPS.length]!;
  const groups = at % 6 === 0 && own !== "leadership" ? [own, "leadership"] : [own];
  return { id, name, email: `${id}@larkfield.example`, groups };
}

export function onlyGroups(...groups: Group[]): Restriction {
  return { people: [], groups };
}

function onlyPeople(...people: string[]): Restriction {
  return { people, groups: [] };
}

const COMMON_PLACES: readonly ServedPlace[] = [
  { id: "ENG", source: "wiki", kind: "space", name: "Engineering", restriction: null },
  { id: "SALES", source: "wiki", kind: "space", name: "Sales", restriction: onlyGroups("sales", "leadership") },
  { id: "PEOPLE", source: "wiki", kind: "space", name: "People", restriction: onlyGroups("people_ops", "leadership") },
  { id: "general", source: "chat", kind: "channel", name: "general", restriction: null },
  { id: "operations", source: "chat", kind: "channel", name: "operations", restriction: null },
  { id: "engineers", source: "chat", kind: "channel", name: "engineers", restriction: onlyGroups("engineering") },
  { id: "deals", source: "chat", kind: "channel", name: "deals", restriction: onlyGroups("sales") },
  { id: "OPS", source: "tracker", kind: "project", name: "Operations", restriction: null },
  { id: "SEC", source: "tracker", kind: "project", name: "Security", restriction: onlyGroups("engineering") },
  { id: "REG", source: "tests", kind: "suite", name: "Regression", restriction: null },
];

/** Direct conversations, as many as there are groups: of two members without a group in common. */
function directPlaces(members: readonly ServedMember[], random: Random): ServedPlace[] {
  return GROUPS.map((_, at) => {
    const one = members[at]!;
    const others = members.filter(({ groups }) => !groups.some((group) => one.groups.includes(group)));
    const two = pick(random, others);
    return {
      ...{ id: `dm-${at + 1}`, source: "chat", kind: "direct", name: `${one.name}, ${two.name}` },
      restriction: onlyPeople(one.id, two.id),
    } as const;
  });
}
