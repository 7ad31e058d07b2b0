import { grouped } from "../../../base/grouped.ts";
import { UserError } from "../../../base/user-error.ts";
import { readServedContent } from "../../../db/sources/in-process/read-content.ts";
import { liveCallers } from "../../../scenarios/validate.ts";
import type { Config } from "../../record/config/schema.ts";
import { tokenVariables, variablesOf } from "../../record/config/source-tokens.ts";
import type { Effects } from "../../record/effects.ts";
import type { RecordingState } from "../../record/run-directory/manifest.ts";
import { readIds } from "../stages/live-sources.ts";

interface Checking {
  environment: Effects["environment"];
  mode?: RecordingState["mode"] | undefined;
}

/** Files are there, and every caller of the scenarios has a token of its own for every source. @throws UserError */
export async function checkLiveSources(config: Config, { environment, mode }: Checking): Promise<void> {
  const { live_sources, scenarios, models } = config;
  const standIns = models.filter(({ provider }) => provider === "policy").map(({ name }) => name);
  if (live_sources && live_sources.prompts !== "en" && standIns.length > 0)
    throw new UserError("config", "live_sources.prompts: expected language models, found stand-ins", {
      problems: [`${standIns.join(", ")}: rules that read English prompts alone`],
      hint: "leave `prompts` at en, or put language models in their place",
    });
  if (live_sources?.in_process) await readServedContent(live_sources.in_process.path);
  for (const { name, ids } of live_sources?.sources ?? []) if (ids !== undefined) await readIds(ids, name);
  if (!live_sources?.sources || mode === "replay") return;
  const callers = scenarios.file === undefined ? [] : await liveCallers(scenarios.file);
  if (callers.length === 0)
    throw new UserError("config", "live_sources: expected scenarios with a caller, found none", {
      hint: "scenarios.file: with `live: { caller: ... }` of each scenario; sources are asked with a caller's rights alone",
    });
  const wanted = callers.flatMap((caller) =>
    Object.entries(variablesOf(config, caller)).map(([source, variable]) => ({ caller, source, variable })),
  );
  const problems = [...grouped(wanted, ({ variable }) => variable)].flatMap(([variable, uses]) =>
    problemsOf(variable, { uses, token: environment[variable]?.trim() }),
  );
  if (problems.length > 0)
    throw new UserError("credentials", "live_sources: not every caller has a token of its own", {
      problems,
      hint: "export the variables in the shell that starts scopebench; with several callers token_env holds {caller}",
    });
}

/** Of a worker, which does not know yet who will ask: somebody has a token for every source. @throws UserError */
export function checkSomeTokens({ live_sources }: Config, environment: Effects["environment"]): void {
  const problems = (live_sources?.sources ?? [])
    .filter((source) => !tokenVariables([source], environment).some((variable) => environment[variable]))
    .map(({ name, token_env }) => `${token_env}: expected a caller's token for ${name}, found none`);
  if (problems.length > 0) throw new UserError("credentials", "live_sources: no caller has a token here", { problems });
}

function problemsOf(
  variable: string,
  { uses, token }: { uses: readonly { caller: string; source: string }[]; token: string | undefined },
): string[] {
  const callers = [...new Set(uses.map(({ caller }) => caller))];
  const sources = [...new Set(uses.map(({ source }) => source))].join(", ");
  if (callers.length > 1)
    return [`${variable} (${sources}): expected the token of one caller, found it asked for ${callers.join(", ")}`];
  if (!token) return [`${variable}: expected the token of ${callers[0]} for ${sources}, found none`];
  // One that no header can hold would be quoted by the client's error.
  return /^[\x21-\x7e]+$/.test(token)
    ? []
    : [`${variable}: expected a token, found one with blanks or letters outside ASCII`];
}
