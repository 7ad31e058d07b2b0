import { resolve } from "node:path";
import { UserError } from "../../../base/user-error.ts";
import { openForReview, review, sayReview, scenarioOf } from "../../../scenarios/review.ts";
import type { ScenarioSet } from "../../../scenarios/set/schema.ts";
import { readScenarioSet, writeScenarioSet } from "../../../scenarios/set-file.ts";
import type { Io } from "../../print/io.ts";
import { printable, wrap } from "../../print/text.ts";
import type { Config } from "../../record/config/schema.ts";
import { withServices } from "../interactive/with-services.ts";
import { showForReview } from "./show.ts";

export interface ReviewFlags {
  reviewer?: string;
  accept?: boolean;
  reject?: boolean;
  ids?: string[];
  entities?: string[];
  note?: string;
}

/** Writes what a person decided on one scenario into its set. @throws UserError (`usage`) where it is not one decision by somebody */
export async function decide(
  file: string,
  id: string | undefined,
  { io, ...flags }: ReviewFlags & { io: Io },
): Promise<void> {
  const path = resolve(io.cwd, file);
  const { decision, by } = decisionOf(id, flags);
  const set = await readScenarioSet(path);
  const { ids, entities, note } = flags;
  const reviewed = review(set, {
    id: id as string,
    review: { decision, by, at: new Date().toISOString(), ...(note ? { note } : {}) },
    ...(decision === "corrected" ? { correction: { ids, entities } } : {}),
  });
  await writeScenarioSet(path, reviewed);
  io.out(wrap(`${id} ${decision}. ${printable(statusOf(reviewed))}`, io.columns, ""));
}

export function isDecision({ accept, reject, ids, entities }: ReviewFlags): boolean {
  return Boolean(accept || reject || ids || entities);
}

function decisionOf(id: string | undefined, flags: ReviewFlags) {
  const { accept, reject, reviewer } = flags;
  const decisions = [
    ...(accept ? (["accepted"] as const) : []),
    ...(reject ? (["rejected"] as const) : []),
    ...(flags.ids || flags.entities ? (["corrected"] as const) : []),
  ];
  const [decision] = decisions;
  const problems = [
    ...(id === undefined ? ["expected the id of the scenario that is decided on, found none"] : []),
    ...(reviewer ? [] : ["expected --reviewer: the set keeps who decided"]),
    ...(decisions.length > 1 ? [`expected one decision, found ${decisions.join(" and ")}`] : []),
  ];
  if (problems.length > 0 || !decision || !reviewer)
    throw new UserError("usage", "not a review", {
      problems,
      hint: "scopebench scenarios review FILE S003 --accept --reviewer NAME",
    });
  return { decision, by: reviewer };
}

/** Prints a scenario for review: the one that is named, or the first drawn one that nobody has decided on. */
export async function showNext(
  file: string,
  id: string | undefined,
  { config, io }: { config: Config; io: Io },
): Promise<void> {
  const set = await readScenarioSet(resolve(io.cwd, file));
  const shown = id ?? openForReview(set)[0];
  io.out(wrap(printable(statusOf(set)), io.columns, ""));
  if (shown !== undefined) {
    const scenario = scenarioOf(set, shown);
    const text = await withServices({ config, io }, async (services) =>
      showForReview(scenario, { substrate: await services.substrate(), config, columns: io.columns }),
    );
    io.out(`\n${text}`);
  }
}

function statusOf(set: ScenarioSet): string {
  const open = openForReview(set);
  const said = sayReview(set) ?? "This set draws no scenarios for review";
  return `${said}.${open.length > 0 ? ` Next: ${open[0]}` : ""}`;
}
