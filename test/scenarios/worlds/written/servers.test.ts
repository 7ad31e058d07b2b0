import { describe, expect, it } from "vitest";
import { generateWorld } from "../../../../scenarios/worlds/generate.ts";
import { writeForDokuWiki } from "../../../../scenarios/worlds/written/dokuwiki.ts";
import { writeForRedmine } from "../../../../scenarios/worlds/written/redmine.ts";
import { writeForSynapse } from "../../../../scenarios/worlds/written/synapse.ts";
import { nonEmpty } from "../../../non-empty.ts";

const TESTS = [
  { id: "TC-10001", title: "Timer", text: "1. Set t300 to 4.", parameter: "t300", value: "4" },
  { id: "TC-10002", title: "Queue", text: "1. Set qMax to 8.", parameter: "qMax", value: "8" },
];
/** Among them a page that hides what stands below it, a conversation of two and a project of some. */
const worlds = [1, 3, 4].map((seed) => generateWorld({ seed, tests: TESTS }));
const idsOf = ({ content }: (typeof worlds)[number], source: string) =>
  content.items.filter((item) => item.source === source).map(({ id }) => id);

describe("a world written for servers", () => {
  it("has every item of its kind once, whoever writes after whom", () => {
    for (const world of nonEmpty(worlds)) {
      expect(writeForDokuWiki(world).pages.map(({ of }) => of)).toHaveLength(idsOf(world, "wiki").length);
      const { messages } = writeForSynapse(world);
      expect(messages.map(({ id }) => id).toSorted()).toEqual(idsOf(world, "chat").toSorted());
      const { issues } = writeForRedmine(world);
      const tracked = issues.flatMap(({ id, notes }) => [id, ...notes.map((note) => note.id)]);
      expect(tracked.toSorted()).toEqual(idsOf(world, "tracker").toSorted());
      for (const [at, { thread }] of nonEmpty([...messages.entries()]))
        if (thread !== null) expect(messages.slice(0, at).map(({ id }) => id)).toContain(thread);
    }
  });

  it("has as members of each room and project whom its items were written for", () => {
    for (const world of nonEmpty(worlds)) {
      const { rooms, messages } = writeForSynapse(world);
      const { projects, issues } = writeForRedmine(world);
      const members = new Map([...rooms, ...projects].map((place) => [place.id, place.members]));
      const placed = [...messages.map(({ id, room }) => [id, room]), ...issues.map(({ id, project }) => [id, project])];
      for (const [id, place] of nonEmpty(placed as [string, string][]))
        expect(members.get(place)).toEqual(world.audience[id]);
    }
  });

  it("keeps a page from readers, and with it the namespace below it", () => {
    const { pages, rules } = writeForDokuWiki(worlds[1]!);
    const kept = nonEmpty(rules.filter(([, who, level]) => who === "@user" && level === 0)).map(([scope]) => scope);
    const own = kept.filter((scope) => !scope.endsWith("*"));
    for (const scope of nonEmpty(own)) expect(kept).toContain(`${scope}:*`);
    const below = pages.filter(({ id }) => own.some((scope) => id.startsWith(`${scope}:`)));
    expect(below).not.toEqual([]);
  });
});
