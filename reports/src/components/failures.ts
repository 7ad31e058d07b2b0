import { countOf } from "../../../base/counts.ts";
import { configurationLabel, count, decimal, percent, percentRange } from "../../../harness/print/format.ts";
import { parseConfigurationName } from "../../../harness/record/domain/names.ts";
import type { FailuresData } from "../../../harness/show/report/failures-data.ts";
import { type Child, h, s } from "./dom.ts";
import { fold } from "./layout.ts";
import { numberLink, withExecutions } from "./links.ts";
import { executionAddress } from "./list-context.ts";
import { table } from "./table.ts";

type Cluster = NonNullable<FailuresData["clusters"]>[number];
type GroupShare = Cluster["families"][number];

const RULES: Readonly<Record<string, string>> = {
  error: "ended in an error",
  functional: "fail the functional verdict",
  contract: "broke the answer contract to the end",
  judge: "fail for the judge",
};

/** How many failed, by which rule, and how much of it the largest group holds. */
export function failureSummary({ executions, failed, by, clusters, apart }: FailuresData): HTMLElement {
  const rules = Object.entries(by).map(([rule, found]) => `${count(found)} ${RULES[rule]}`);
  const all = [...(clusters ?? []).map(({ id }) => id), ...(apart.count > 0 ? ["apart"] : [])].join(",");
  const [largest] = clusters ?? [];
  const heads =
    failed === 0
      ? [`None of ${countOf(executions, "execution")} failed.`]
      : [
          numberLink(count(failed), { cluster: all, of: "n" }),
          ` of ${countOf(executions, "execution")} failed: ${rules.join(", ")}. One may fail by several rules.`,
        ];
  const most = largest && [
    h(
      "b",
      {},
      `The largest of ${countOf(clusters!.length, "group")}, ${largest.name}, holds ${percent(largest.share.share, 0)} of all failures.`,
    ),
  ];
  return h("p", { class: "lede" }, ...heads, " ", ...(most ?? []));
}

/** The groups with their sizes; too few failures one by one. */
export function failureList({ clusters, apart, failed }: FailuresData): HTMLElement {
  if (failed === 0) return h("p", { class: "nothing" }, "No execution failed, so there is nothing to group.");
  if (clusters === null)
    return h(
      "div",
      {},
      h("p", { class: "nothing" }, "Fewer than 12 failures are listed, not grouped."),
      h("ul", { class: "notes" }, ...apart.listed.map((name) => h("li", {}, executionLink(name)))),
    );
  const most = Math.max(...clusters.map(({ members }) => members), 1);
  return h(
    "div",
    {},
    table(
      "Groups of failures",
      [
        { label: "id", cell: ({ id }: Cluster) => h("a", { href: `#${id}` }, id) },
        { label: "what they have in common", cell: ({ name }) => h("span", { class: "wrap" }, name) },
        {
          label: "failures",
          numeric: true,
          cell: ({ id, members }) => numberLink(count(members), { cluster: id, of: "n" }),
        },
        {
          label: "of all failures",
          cell: ({ members, share }) => [bar(members / most), ` ${percent(share.share, 0)} (${percentRange(share)})`],
        },
        { label: "found again", cell: ({ agreement }) => sayAgreement(agreement) },
      ],
      clusters,
    ),
    h(
      "p",
      { class: "caption" },
      "Failures are grouped by how they went wrong, without words or ids: what became of each expected id, rules broken, tools called and their errors, abstention, how it ended, what the judge rates low (average linkage by cosine, cut at .4). Intervals at 95 % take a scenario's executions as one observation. Found again: mean Jaccard similarity over resamples of the failures; below .75 a group is not stable; not measured where there are too many failures for some seconds. ",
      apart.count === 0
        ? ""
        : withExecutions(
            `${countOf(apart.count, "failure")} like no two others ${apart.count === 1 ? "is" : "are"} in none.`,
            {
              cluster: "apart",
            },
          ),
    ),
  );
}

function sayAgreement(agreement: number | null): Child {
  if (agreement === null) return "not measured";
  const text = decimal(agreement);
  return agreement < 0.75 ? h("span", {}, h("b", {}, "not stable"), ` ${text}`) : text;
}

const [WIDTH, HEIGHT] = [120, 12];

/** Length says the number beside it again: nothing for who does not see it. */
function bar(share: number): SVGElement {
  return s(
    "svg",
    { width: WIDTH, height: HEIGHT, "aria-hidden": "true" },
    s("rect", { y: 2, width: Math.max(1, share * WIDTH), height: HEIGHT - 4, fill: "var(--lost)" }),
  );
}

/** Each group by itself. */
export function failureGroups({ clusters }: FailuresData): HTMLElement {
  return h("div", {}, ...(clusters ?? []).map(groupSection));
}

function groupSection(cluster: Cluster): HTMLElement {
  const { id, name, sentence, fixes, notes, merged, configurations, families, typical, borderline } = cluster;
  return h(
    "section",
    { id },
    h("h2", {}, `${id} · ${name}`),
    h("p", { class: "prose" }, withExecutions(sentence, { cluster: id })),
    ...(notes.length > 0
      ? [h("ul", { class: "notes", "aria-label": "Notes" }, ...notes.map((note) => h("li", {}, note)))]
      : []),
    ...(merged.length > 0 ? [h("p", { class: "notes" }, `A person counts ${merged.join(", ")} as part of it.`)] : []),
    h(
      "dl",
      { class: "failure-facts" },
      ...fixes.flatMap(({ at, what }) => fact(`look at: ${at}`, what)),
      ...fact("typical", links(typical)),
      ...(borderline.length > 0 ? fact("borderline", links(borderline)) : []),
      ...fact("parts from one that passes", partingOf(cluster)),
    ),
    fold(
      "table: by configuration",
      shareTable(`Configurations of ${id}`, configurations, {
        label: "configuration",
        name: (group) => {
          const parts = parseConfigurationName(group);
          return parts ? configurationLabel(parts) : group;
        },
        target: (group) => ({ configuration: group }),
        id,
      }),
    ),
    fold(
      "table: by family of the question",
      shareTable(`Families of ${id}`, families, {
        label: "family",
        name: (group) => group,
        target: (group) => ({ family: group }),
        id,
      }),
    ),
  );
}

function fact(label: string, child: Child): HTMLElement[] {
  return [h("dt", {}, label), h("dd", {}, child)];
}

function links(names: readonly string[]): Child[] {
  return names.flatMap((name, at) => [at === 0 ? "" : " ", executionLink(name)]);
}

function executionLink(name: string): HTMLElement {
  return h("a", { href: executionAddress(name) }, name);
}

function partingOf({ parting }: Cluster): Child {
  if (parting === null) return "no execution passes on a scenario of its typical ones";
  const { failed, passing, shared, sentence } = parting;
  const after = shared === 0 ? "at the first step" : `after ${countOf(shared, "equal step")}`;
  const what = sentence === null ? "nowhere: both do the same" : `${after}. ${sentence} A is the one that failed.`;
  return h(
    "span",
    { class: "sentence" },
    what,
    " ",
    h("a", { class: "behind", href: executionAddress(failed, passing) }, "A and B side by side"),
  );
}

const SCORED = "success,timeout,agent_error,cascaded_failure";

interface ShareWords {
  label: string;
  id: string;
  name(group: string): string;
  target(group: string): Readonly<Record<string, string>>;
}

function shareTable(label: string, rows: readonly GroupShare[], words: ShareWords): HTMLElement {
  return table(
    label,
    [
      { label: words.label, cell: ({ group }: GroupShare) => words.name(group) },
      {
        label: "in this group",
        numeric: true,
        cell: (row) => numberLink(count(row.count), { ...words.target(row.group), cluster: words.id, of: "n" }),
      },
      {
        label: "of executions",
        numeric: true,
        cell: (row) => numberLink(count(row.of), { ...words.target(row.group), outcome: SCORED, of: "n" }),
      },
      { label: "share", cell: (row) => `${percent(row.count / row.of, 0)} (${percentRange(row)})` },
    ],
    rows,
  );
}
