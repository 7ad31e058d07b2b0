import type { Scenario } from "../../../scenarios/set/schema.ts";
import { makeColumn, makeJsonColumn, makeTimeColumn, makeViews } from "../../record/scores/column.ts";
import { ScoreRecords } from "../../record/scores/score-records.ts";
import { eachField } from "../metrics/fields.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";

/**
 * Keeps executions in columns and gives each back as it is kept: without the texts that no analysis reads (those that
 * `metrics/scored.jsonl` leaves out), every number as it was. An execution takes some 300 bytes, most of them outside of the heap.
 */
export function makeKeeping(): (execution: ScoredExecution) => ScoredExecution {
  const records = new ScoreRecords();
  const scenarios = makeColumn<Scenario>();
  const [timing, startedAt] = [makeJsonColumn(), makeTimeColumn()];
  const fields = eachField((field) => ({ ...field, column: makeJsonColumn() }));
  const viewAt = makeViews<ScoredExecution>({
    record: (place) => records.at(place),
    scenario: (place) => scenarios.at(place),
    timing: (place) => {
      const kept = timing.at(place) as Omit<NonNullable<ScoredExecution["timing"]>, "started_at"> | null;
      return kept && { started_at: startedAt.at(place), ...kept };
    },
    ...(eachField((_, name) => (place: number, owner: ScoredExecution) => {
      const { column, unpack } = fields[name];
      return unpack(column.at(place), owner);
    }) as object as Pick<Parameters<typeof makeViews<ScoredExecution>>[0], keyof typeof fields>),
  });
  let size = 0;
  return (execution) => {
    records.add(execution.record);
    scenarios.push(execution.scenario);
    const { started_at = "", ...times } = execution.timing ?? {};
    startedAt.push(started_at);
    timing.push(execution.timing && times);
    eachField(({ pack }, name) => fields[name].column.push(pack(execution[name])));
    return viewAt(size++);
  };
}
