import { expect, it } from "vitest";
import { limitsSchema, limitsSetting } from "../../../../harness/record/config/limits-schema.ts";

it("a limit that first runs did not have decides executions once it is changed, so that earlier runs stay whole", () => {
  const byDefault = limitsSetting(limitsSchema.parse({}));
  // As manifests have them since the first run: nothing comes and nothing goes.
  expect(Object.keys(byDefault)).toHaveLength(27);
  for (const later of ["max_tool_rounds", "memory_full_chars"]) {
    expect(byDefault).not.toHaveProperty(later);
    expect(limitsSetting(limitsSchema.parse({ [later]: 3 }))).toEqual({ ...byDefault, [later]: 3 });
  }
  expect(limitsSetting(limitsSchema.parse({ turn_cutoff_s: 4 }))).toEqual({ ...byDefault, turn_cutoff_s: 4 });
});
