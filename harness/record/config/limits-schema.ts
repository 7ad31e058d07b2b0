import { z } from "zod";
import { type AgentLimits, STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { LONGEST_TIMER_MS } from "../../../base/longest-timer.ts";
import { secondsSchema } from "./seconds.ts";

/** `keywordMax` -> `keyword_max`. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";

type LimitName = keyof AgentLimits;
/** As `bench.yaml` names them: the cutoff in seconds, all others as they are. */
type Limits = { [Name in Exclude<LimitName, "turnCutoffMs"> as SnakeCase<Name>]: z.ZodDefault<z.ZodNumber> } & {
  turn_cutoff_s: z.ZodDefault<z.ZodNumber>;
};

const positive = z.number().int().positive();
const NAMES = Object.keys(STUDY_LIMITS) as LimitName[];

/** Defaults are the study's. */
export const limitsSchema = z.strictObject(
  Object.fromEntries(NAMES.map((name) => [configName(name), limitSchema(name)])) as Limits,
);

/** The limits of `bench.yaml` as the agent takes them. */
export function toAgentLimits(limits: z.infer<typeof limitsSchema>): AgentLimits {
  const values: Readonly<Record<string, number>> = limits;
  const entries = NAMES.map((name) => [name, values[configName(name)]! * (name === "turnCutoffMs" ? 1000 : 1)]);
  return Object.fromEntries(entries) as AgentLimits;
}

/** The limits of the first runs: they stand in what decides a run's executions at any value. Nothing is added here. */
const FIRST: ReadonlySet<LimitName> = new Set([
  ...(["keywordDefault", "keywordMax", "vectorDefault", "vectorMax", "hybridDefault", "hybridMax"] as const),
  ...(["hybridPool", "rrfK", "graphDepthDefault", "graphDepthMax", "sqlTimeoutMs", "sqlRowCap"] as const),
  ...(["sqlDefaultLimit", "sqlMaxLimit", "sqlTextChars", "sqlTextCharsDetail", "cypherTimeoutMs"] as const),
  ...(["cypherRowCap", "cypherDefaultLimit", "recursionLimit", "plannerIterations", "maxRewrites"] as const),
  ...(["turnCutoffMs", "maxToolCalls", "maxModelCalls", "previewRows", "previewChars"] as const),
]);

/** The limits as they decide whether a run's executions are still right: a later one, at its default, leaves earlier runs whole. */
export function limitsSetting(limits: z.infer<typeof limitsSchema>): Readonly<Record<string, number>> {
  const [values, chosen]: [Readonly<Record<string, number>>, AgentLimits] = [limits, toAgentLimits(limits)];
  const told = NAMES.filter((name) => FIRST.has(name) || chosen[name] !== STUDY_LIMITS[name]);
  return Object.fromEntries(told.map((name) => [configName(name), values[configName(name)]!]));
}

function configName(name: LimitName): string {
  if (name === "turnCutoffMs") return "turn_cutoff_s";
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function limitSchema(name: LimitName): z.ZodDefault<z.ZodNumber> {
  if (name === "turnCutoffMs") return secondsSchema.default(STUDY_LIMITS.turnCutoffMs / 1000);
  if (name === "sqlTimeoutMs" || name === "cypherTimeoutMs")
    return positive.max(LONGEST_TIMER_MS).default(STUDY_LIMITS[name]);
  // No query for a neighbourhood goes further.
  return (name === "graphDepthMax" ? positive.max(4) : positive).default(STUDY_LIMITS[name]);
}
