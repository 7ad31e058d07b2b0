import type { ExecutionRow } from "../../../harness/show/report/site-data.ts";
import { type Child, h } from "./dom.ts";

/** What of the address is about one execution, and not about the list it was opened from. */
const OWN = ["id", "with"];

/** Address of one execution (or of two, side by side) that remembers the list which is open. */
export function executionAddress(id: string, beside?: string): string {
  const own = new URLSearchParams({ id, ...(beside && { with: beside }) });
  const list = listParameters().toString();
  return `./executions.html?${own}${list && `&${list}`}`;
}

/** Back to the list with its filters, and on to its neighbours in the list's order. */
export function listNavigation(rows: readonly ExecutionRow[], row: ExecutionRow): HTMLElement {
  const at = rows.findIndex(({ name }) => name === row.name);
  const parameters = listParameters().toString();
  const back = h(
    "a",
    { href: `./executions.html${parameters && `?${parameters}`}` },
    parameters ? "back to the list" : "all executions",
  );
  const link = (to: ExecutionRow | undefined, text: string): Child[] =>
    to ? [" · ", h("a", { href: executionAddress(to.name) }, text)] : [];
  const failed = rows.slice(at + 1).find(({ functional }) => functional === "fail");
  return h(
    "span",
    {},
    back,
    at < 0 ? " · not in it" : ` · ${at + 1} of ${rows.length}`,
    ...(at < 0 ? [] : [link(rows[at - 1], "previous"), link(rows[at + 1], "next"), link(failed, "next failed")]),
  );
}

function listParameters(): URLSearchParams {
  const parameters = new URLSearchParams(location.search);
  for (const name of OWN) parameters.delete(name);
  return parameters;
}
