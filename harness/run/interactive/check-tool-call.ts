import { TOOL_FAMILIES } from "../../../agent/contract/contract.ts";
import { meantBy } from "../../../base/nearest.ts";
import { parsePlainly, problemsOf } from "../../../base/plain-issues.ts";
import { UserError } from "../../../base/user-error.ts";
import { toAgentLimits } from "../../record/config/limits-schema.ts";
import type { Config } from "../../record/config/schema.ts";

/** A call of a tool as a person types it: JSON, of a tool that is there, with the arguments that it takes. */
export async function checkToolCall(name: string, json: string, config: Config): Promise<void> {
  const value = parseArguments(json);
  const [{ TOOLS }, { argumentSchema }] = await Promise.all([
    import("../../../agent/tools/registry.ts"),
    import("../../../agent/tools/argument-schema.ts"),
  ]);
  const families: readonly string[] = config.tool_families ?? TOOL_FAMILIES;
  const usable = Object.values(TOOLS).filter(({ family }) => families.includes(family));
  const tool = usable.find((candidate) => candidate.name === name);
  if (!tool) throw unknownTool(name, { usable: usable.map((each) => each.name), isOff: name in TOOLS });
  const parsed = parsePlainly(argumentSchema(tool, toAgentLimits(config.limits)).check, value);
  if (parsed.success) return;
  throw new UserError("usage", `${name} does not take these arguments`, {
    problems: problemsOf(parsed.error),
    hint: `scopebench assistant tool lists what each takes`,
  });
}

/** @throws UserError `usage` */
export function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new UserError("usage", `the arguments are not JSON: ${json}`, {
      cause,
      hint: `such as '{"query":"handover failure"}'; scopebench assistant tool lists what each takes`,
    });
  }
}

function unknownTool(name: string, { usable, isOff }: { usable: readonly string[]; isOff: boolean }): UserError {
  const meant = meantBy(name, usable);
  const asking = meant ? `; did you mean ${meant}?` : "";
  return new UserError("usage", isOff ? `${name} is switched off` : `there is no tool ${name}${asking}`, {
    hint: `tools: ${usable.join(", ")}`,
  });
}
