import { UserError } from "../../base/user-error.ts";
import type { RankingDescriptor } from "./descriptors.ts";
import { RANKING_DESCRIPTORS, type RankingFamily } from "./ranking/registry.ts";

/** A ranking metric with its parameters. Its canonical name prints and parses: `ndcg(gain=exp)@10`. */
export interface RankingMetric {
  family: RankingFamily;
  cutoff: number | null;
  /** Only what differs from the default: the family's own options, `rel=<grade>`, `condensed=true`. */
  options: Readonly<Record<string, string>>;
}

/** Options of every ranking metric: the grade from which a document is relevant, and lists without unjudged documents. */
const COMMON_OPTIONS: Record<string, RegExp> = { rel: /^[1-9]\d*$/, condensed: /^true$/ };

const PATTERN = /^([a-z][a-z0-9_]*?)(?:\(([^()]*)\))?(?:[@_]([1-9]\d*))?$/i;

/**
 * Reads a metric's name. Case does not matter, `p@5` is `precision@5`, trec_eval's own names (`ndcg_cut_10`, `P_5`,
 * `Rprec`, `recip_rank`) are understood.
 * @throws UserError `usage` naming all metrics, or what is wrong with a known one.
 */
export function parseMetric(name: string): RankingMetric {
  const [, base = "", list, cut] = PATTERN.exec(name.trim()) ?? [];
  const descriptor = findFamily(base);
  if (!descriptor) throw badName(name, "no such metric");
  const options = parseOptions(name, descriptor, list);
  if (cut === undefined && descriptor.cutoff === "required")
    throw badName(name, `needs a cutoff: ${descriptor.name}@10`);
  if (cut !== undefined && descriptor.cutoff === "none") throw badName(name, "takes no cutoff");
  return { family: descriptor.name as RankingFamily, cutoff: cut === undefined ? null : Number(cut), options };
}

/** The canonical name: options in alphabetical order, defaults left out. */
export function printMetric({ family, cutoff, options }: RankingMetric): string {
  const list = Object.keys(options)
    .sort()
    .map((key) => `${key}=${options[key]}`)
    .join(",");
  return `${family}${list ? `(${list})` : ""}${cutoff === null ? "" : `@${cutoff}`}`;
}

/** Metrics of a list of names separated by commas, such as `ndcg@10,map`. Throws as `parseMetric` does for an unknown name. */
export function parseMetricList(text: string): RankingMetric[] {
  return splitMetricNames(text).map(parseMetric);
}

/** Splits `ndcg(gain=exp,rel=2)@10,map` at the commas between metrics, not at those between options. */
export function splitMetricNames(text: string): string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function findFamily(base: string): RankingDescriptor | undefined {
  const wanted = base.toLowerCase();
  const all: readonly RankingDescriptor[] = Object.values(RANKING_DESCRIPTORS);
  return all.find((descriptor) => descriptor.name === wanted || descriptor.aliases.includes(wanted));
}

function parseOptions(name: string, descriptor: RankingDescriptor, list: string | undefined): Record<string, string> {
  const options: Record<string, string> = {};
  for (const part of (list ?? "").split(",").filter((text) => text.trim() !== "")) {
    const [key = "", value = "true"] = part.split("=").map((text) => text.trim().toLowerCase());
    const own = descriptor.options[key];
    const valid = own ? own.includes(value) : (COMMON_OPTIONS[key]?.test(value) ?? false);
    if (!valid) throw badName(name, `bad option ${part.trim()}; ${describeOptions(descriptor)}`);
    const isDefault = own ? own[0] === value : key === "rel" && value === "1";
    if (!isDefault) options[key] = value;
  }
  return options;
}

function describeOptions(descriptor: RankingDescriptor): string {
  const own = Object.entries(descriptor.options).map(([key, values]) => `${key}=${values.join("|")}`);
  return `allowed: ${[...own, "rel=<grade>", "condensed"].join(", ")}`;
}

function badName(name: string, problem: string): UserError {
  return new UserError("usage", `metric ${JSON.stringify(name)}: ${problem}`, {
    hint: `metrics: ${Object.values<RankingDescriptor>(RANKING_DESCRIPTORS).map(usageOf).join(", ")}`,
  });
}

function usageOf({ name, cutoff }: RankingDescriptor): string {
  return cutoff === "required" ? `${name}@k` : cutoff === "optional" ? `${name}[@k]` : name;
}
