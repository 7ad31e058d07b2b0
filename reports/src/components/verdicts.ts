import { decimal } from "../../../harness/print/format.ts";
import type { Verdict } from "../../../harness/record/domain/records.ts";
import type { ExecutionData } from "../../../harness/show/report/site-data.ts";
import { type Child, h } from "./dom.ts";

export function verdictPill(verdict: string): HTMLElement {
  const kind = verdict === "pass" || verdict === "fail" ? verdict : "none";
  return h("span", { class: `pill ${kind}` }, verdict);
}

/** The functional verdict and each of its criteria. */
export function functionalCard({ functional, row }: ExecutionData): HTMLElement {
  const heading = h("h3", {}, "Functional verdict ", verdictPill(row.functional));
  if (!functional) return h("div", { class: "card" }, heading, h("p", { class: "caption" }, "no trace of its answer"));
  return h("div", { class: "card" }, heading, functionalCriteria(functional));
}

export function functionalCriteria(functional: NonNullable<ExecutionData["functional"]>): HTMLElement {
  const rows = functional.map(({ name, pass, explanation }): [Child, Child] => [
    CRITERIA[name],
    h("span", { class: pass ? null : "bad" }, explanation),
  ]);
  return pairs(rows);
}

const CRITERIA: Record<NonNullable<ExecutionData["functional"]>[number]["name"], string> = {
  exit_ok: "ended well",
  ids_in_answer: "expected ids in the answer",
  ids_in_list: "expected ids in the list",
  ids_exist: "recommends what exists",
  entities_in_answer: "expected entities in the answer",
  unsupported_part: "says which part nothing supports",
  abstention: "abstains only where there is nothing",
};

/** Verdict A, verdict B and the ruling, one card each. */
export function verdictCards({ primary, calibration, meta, row }: ExecutionData): HTMLElement[] {
  return [
    primary
      ? verdictCard("Verdict A", primary)
      : emptyCard(
          "Verdict A",
          row.outcome === "success" ? "missing" : `none: the execution ended as ${row.outcome.replaceAll("_", " ")}`,
        ),
    calibration
      ? verdictCard("Verdict B", calibration, deltaText(primary, calibration))
      : emptyCard("Verdict B", "not in the calibration sample"),
    meta ? rulingCard(meta) : emptyCard("Ruling", calibration ? "none was needed" : "none: there is only one verdict"),
  ];
}

function verdictCard(title: string, verdict: Verdict, note?: string): HTMLElement {
  const { judgement } = verdict;
  const heading = h(
    "h3",
    {},
    `${title} `,
    verdictPill(judgement?.status ?? verdict.type.replaceAll("_", " ")),
    note ? ` ${note}` : null,
  );
  const by = h("p", { class: "caption" }, `by ${evaluatorLabel(verdict)}`);
  if (!judgement)
    return h(
      "div",
      { class: "card" },
      heading,
      h("p", {}, verdict.reason ?? "no reason recorded"),
      attempts(verdict),
      by,
    );
  const { ground_truth: truth, quality } = judgement;
  const share = (found: readonly string[], missing: readonly string[]) =>
    `${found.length} / ${found.length + missing.length}`;
  return h(
    "div",
    { class: "card" },
    heading,
    pairs([
      ["ids found", share(truth.expected_ids_found, truth.expected_ids_missing)],
      ["entities found", share(truth.expected_entities_found, truth.expected_entities_missing)],
      ["alignment", decimal(truth.reference_answer_alignment)],
      ...Object.entries(quality).map(([name, { score, rationale }]): [string, Child] => [
        name.replaceAll("_", " "),
        h("details", { class: "inline" }, h("summary", {}, `${score} of 5`), h("p", {}, rationale)),
      ]),
      ["overall", decimal(judgement.overall_score)],
    ]),
    missingList("missing ids", truth.expected_ids_missing),
    missingList("missing entities", truth.expected_entities_missing),
    h("p", { class: "quote" }, judgement.summary),
    verdict.claims_disagree.length > 0
      ? h("p", { class: "caption bad" }, `differs from the harness's own check: ${verdict.claims_disagree.join("; ")}`)
      : null,
    attempts(verdict),
    by,
  );
}

/** Names of stand-in judges mostly say it themselves. */
function evaluatorLabel({ evaluator, stand_in }: { evaluator: string; stand_in: boolean }): string {
  return stand_in && !evaluator.includes("stand-in") ? `${evaluator} (stand-in, not a language model)` : evaluator;
}

function missingList(label: string, missing: readonly string[]): HTMLElement | null {
  return missing.length === 0 ? null : h("p", { class: "caption" }, `${label}: ${missing.join(", ")}`);
}

function attempts({ attempts: list }: Verdict): HTMLElement | null {
  if (list.length === 0) return null;
  return h("ul", { class: "caption" }, ...list.map(({ provider, error }) => h("li", {}, `${provider}: ${error}`)));
}

function deltaText(a: Verdict | null, b: Verdict): string | undefined {
  if (!a?.judgement || !b.judgement) return undefined;
  const delta = Math.abs(a.judgement.overall_score - b.judgement.overall_score);
  const same = a.judgement.status === b.judgement.status && delta < 0.1;
  return `${same ? "agrees" : "disagrees"} (difference ${decimal(delta)})`;
}

function rulingCard(meta: NonNullable<ExecutionData["meta"]>): HTMLElement {
  if (meta.type === "blocked") return emptyCard("Ruling", meta.reason ?? "blocked");
  const yes = (value: boolean | null) => (value === null ? "–" : value ? "yes" : "no");
  return h(
    "div",
    { class: "card" },
    h(
      "h3",
      {},
      "Ruling: ",
      meta.preferred_judgment === "tie" ? "a tie" : `verdict ${meta.preferred_judgment} is the better one`,
    ),
    pairs([
      ["ids correct, A · B", `${yes(meta.a_ids_correct)} · ${yes(meta.b_ids_correct)}`],
      ["entities correct, A · B", `${yes(meta.a_entities_correct)} · ${yes(meta.b_entities_correct)}`],
      ["status correct, A · B", `${yes(meta.a_status_correct)} · ${yes(meta.b_status_correct)}`],
      ["bias", meta.bias_detected ?? "–"],
      ["confidence", meta.confidence ?? "–"],
    ]),
    h("p", { class: "quote" }, meta.reasoning),
    h("p", { class: "caption" }, `by ${evaluatorLabel(meta)}`),
  );
}

function emptyCard(title: string, text: string): HTMLElement {
  return h("div", { class: "card" }, h("h3", {}, title), h("p", { class: "caption" }, text));
}

/** A two-column table of names and values. */
export function pairs(rows: readonly (readonly [Child, Child])[]): HTMLElement {
  return h(
    "table",
    { class: "pairs" },
    h(
      "tbody",
      {},
      ...rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "num" }, value))),
    ),
  );
}
