import { grouped } from "../../../base/grouped.ts";
import type { ModelEntry } from "../../record/config/model-schema.ts";

/**
 * The serving stack of each entry that can be compared by it: of models (`same_as`) that are configured behind every stack
 * that is named for any, so that no stack's mean is over other models than another's.
 */
export function servingStacks(models: readonly ModelEntry[]): ReadonlyMap<string, { model: string; stack: string }> {
  const stated = models.flatMap(({ name, facts }) =>
    facts?.same_as && facts.serving ? [{ name, model: facts.same_as, stack: facts.serving }] : [],
  );
  const byModel = grouped(stated, ({ model }) => model);
  const several = [...byModel.values()].filter((entries) => new Set(entries.map(({ stack }) => stack)).size > 1);
  const stacks = new Set(several.flat().map(({ stack }) => stack));
  const complete = several.filter((entries) => new Set(entries.map(({ stack }) => stack)).size === stacks.size);
  return new Map(complete.flat().map(({ name, model, stack }) => [name, { model, stack }]));
}
