import { grouped } from "../../../base/grouped.ts";
import { parseLevels } from "../../../base/level-names.ts";
import { configurationLabel, knowledgeLabel, levelLabel, workflowLabel } from "../../../harness/print/format.ts";
import { configurationName } from "../../../harness/record/domain/names.ts";
import type { Filters } from "../../../harness/results/selection/filters.ts";
import { type Child, h } from "./dom.ts";
import { configurationMark } from "./marks.ts";

interface Configuration {
  model: string;
  workflow: string;
  knowledge: string;
  levels?: string | undefined;
}

/** Configurations that no number of a table tells apart: one row of it. In the order of the first of each. */
export function equalRows<Row>(rows: readonly Row[], numbersOf: (row: Row) => unknown): [Row, ...Row[]][] {
  return [...grouped(rows, (row) => JSON.stringify(numbersOf(row))).values()] as [Row, ...Row[]][];
}

/** `explorer · ReAct · any of 3`: what they share, and how many they are, behind their marks. A link is around the words. */
export function equalLabel(members: readonly Configuration[], models: readonly string[], href?: string): Child {
  const words = href === undefined ? equalWords(members) : h("a", { href }, equalWords(members));
  return [...members.map((member) => configurationMark(member, models)), " ", words];
}

function equalWords(members: readonly Configuration[]): Child {
  if (members.length === 1) return configurationLabel(members[0]!);
  const shared = [
    common(members, ({ model }) => model),
    common(members, ({ workflow }) => workflowLabel(workflow)),
    common(members, ({ knowledge }) => knowledgeLabel(knowledge)),
    ...sharedLevels(members),
  ].filter((part) => part !== null);
  const names = members.map(configurationLabel).join("\n");
  return h("span", { title: names }, [...shared, `any of ${members.length}`].join(" · "));
}

/** All of them, as an address selects them. */
export function equalFilters(members: readonly Configuration[]): Filters {
  return { configuration: members.map(configurationName).join(",") };
}

/** What a caption adds where rows stand for several. */
export function equalNote(groups: readonly (readonly unknown[])[]): string {
  return groups.some(({ length }) => length > 1) ? ' "Any of": equal in every number of this table.' : "";
}

/** Of further factors what is named in all of them. */
function sharedLevels(members: readonly Configuration[]): string[] {
  const [first, ...others] = members.map(({ levels }) => parseLevels(levels));
  const shared = [...first!].filter(([factor, level]) => others.every((one) => one.get(factor) === level));
  return shared.map(([factor, level]) => levelLabel(factor, level));
}

function common(members: readonly Configuration[], of: (member: Configuration) => string): string | null {
  const values = new Set(members.map(of));
  return values.size === 1 ? [...values][0]! : null;
}
