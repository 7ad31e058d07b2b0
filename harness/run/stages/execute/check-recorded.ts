import type { SystemUnderTest } from "../../../../agent/contract/contract.ts";
import { UserError } from "../../../../base/user-error.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";

/**
 * A question that was never recorded is no failure of who was recorded: it is left out of the run, or the run is refused.
 * @throws UserError `input` with the scenarios that a run could have
 */
export function checkRecorded(
  systems: readonly Pick<SystemUnderTest, "name" | "lacks">[],
  scenarios: readonly Pick<Scenario, "id" | "turns">[],
): void {
  const lacking = systems.flatMap(({ name, lacks }) =>
    scenarios.flatMap(({ id, turns }) => {
      const why = lacks?.(turns) ?? null;
      return why === null ? [] : [{ id, text: `${name}, ${id}: ${why} (${turns.at(-1)})` }];
    }),
  );
  if (lacking.length === 0) return;
  const without = new Set(lacking.map(({ id }) => id));
  const others = scenarios.filter(({ id }) => !without.has(id)).map(({ id }) => id);
  throw new UserError("input", `${without.size} of ${scenarios.length} questions were not recorded`, {
    problems: lacking.map(({ text }) => text),
    hint:
      others.length > 0
        ? `a run of the others: --scenarios ${others.join(",")}`
        : "a recording is found by all that people said in it, to the letter but for white space",
  });
}
