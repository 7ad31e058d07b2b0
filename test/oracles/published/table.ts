import { checkSet, PUBLISHED_SETS } from "./all.ts";
import { setFolder } from "./data.ts";

/** Of the sets that are at hand, in Markdown: set, values, reproduced within tolerance, different, not offered; then the reason of each difference. */
export function publishedTable(): string {
  const rows = PUBLISHED_SETS.filter(({ name }) => setFolder(name)).map((set) => ({
    name: set.name,
    outcomes: checkSet(set),
  }));
  const count = (list: typeof rows, status?: string) =>
    list.reduce((sum, { outcomes }) => sum + outcomes.filter((o) => !status || o.status === status).length, 0);
  const line = (name: string, list: typeof rows) =>
    `| ${[name, count(list), count(list, "reproduced"), count(list, "different"), count(list, "not offered")].join(" | ")} |`;
  const reasons = rows.flatMap(({ name, outcomes }) => {
    const odd = outcomes.filter(({ status }) => status !== "reproduced");
    return [...new Set(odd.map(({ reason }) => reason))].map(
      (reason) => `- ${name} (${odd.filter((o) => o.reason === reason).length}): ${reason ?? "not explained"}.`,
    );
  });
  return [
    "| set | values | reproduced | different | not offered |",
    "|---|---|---|---|---|",
    ...rows.map((row) => line(row.name, [row])),
    line("all", rows),
    "",
    ...reasons,
  ].join("\n");
}
