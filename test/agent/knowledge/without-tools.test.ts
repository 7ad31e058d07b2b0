import { expect, it } from "vitest";
import { TOOL_FAMILIES } from "../../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { readPolicies, skillFiles } from "../../../agent/knowledge/policies.ts";
import { policiesWithout, textWithout } from "../../../agent/knowledge/without-tools.ts";
import { describeTools, toolsOutside } from "../../../agent/tools/registry.ts";
import { readRolePrompts } from "../../../agent/workflows/prompts.ts";
import { makeRandom } from "../../../base/random.ts";
import { nonEmpty } from "../../non-empty.ts";

const shipped = readPolicies();
const random = makeRandom("prompts without tools");

it("no prompt, skill or description of a tool names a tool that is absent, for 200 subsets of the families", () => {
  for (let draw = 0; draw < 200; draw++) {
    const families = TOOL_FAMILIES.filter(() => random() < 0.5);
    const absent = toolsOutside(families);
    const told = policiesWithout(shipped, absent);
    const tools = describeTools(STUDY_LIMITS, families);
    const texts = [
      ...Object.values(told.policies),
      told.preferences,
      ...skillFiles(told).values(),
      ...Object.values(readRolePrompts()),
      ...tools.map((tool) => JSON.stringify(tool)),
    ];
    const words = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
    expect(absent.filter((name) => words.has(name))).toEqual([]);
    const routing = told.policies["tool-routing"];
    const lost = tools.filter(({ name }) => shipped.policies["tool-routing"].includes(name) && !routing.includes(name));
    expect(lost).toEqual([]);
  }
});

it("with every tool there the policies are what they were, letter for letter", () => {
  expect(policiesWithout(shipped, toolsOutside(TOOL_FAMILIES))).toBe(shipped);
});

it.each([
  ["- **Ids.** Resolve with `a_b`. Nothing else exists.", ""],
  ["- **Count.** It is in the head. `a_b` counts, too.", "- **Count.** It is in the head."],
  ["Found with `a_b` or `c_d`, by its type.", "Found with `c_d`, by its type."],
  ["Say it so (`a_b`, `c_d`), then else.", "Say it so (`c_d`), then else."],
  ["`c_d` for words, `a_b` for meaning.", "`c_d` for words."],
  ['| kind | "x" | `a_b` | `c_d`, `e_f` |', '| kind | "x" | `c_d`, `e_f` |  |'],
  ['| kind | "x" | `a_b` | |', ""],
  ["nothing of tools, a_bc stays", "nothing of tools, a_bc stays"],
])("of %j without `a_b` it leaves %j", (text, left) => {
  expect(textWithout(text, ["a_b"])).toBe(left);
});

it("the texts stay texts: no label without words, no empty list, no double blank", () => {
  for (const family of nonEmpty(TOOL_FAMILIES)) {
    const told = policiesWithout(shipped, toolsOutside([family]));
    const text = told.policies["tool-routing"];
    expect(text).not.toMatch(/\*\*\s*$|\(\)| {2}[a-z]|``/m);
  }
});
