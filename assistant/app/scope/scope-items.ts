import { parseAnswer } from "../../../agent/answer/answer.ts";
import type { Item } from "../../protocol/item-index.ts";
import type { TestRecord } from "./attributes.ts";
import type { Tier } from "./tiers.ts";

/** A test of an answer. */
export interface ScopeItem {
  rank: number;
  id: string;
  reason: string;
  /** Labels of the sources that are cited for it. */
  cited: readonly string[];
}

export interface CitedSource {
  label: string;
  title: string;
  /** Of the result on the thread; null where the target is not one. */
  path: string | null;
}

export interface ScopeAnswer {
  id: string;
  prose: string;
  items: readonly ScopeItem[];
  sources: ReadonlyMap<string, CitedSource>;
  /** Items that the answer itself says have no test; null where it does not tell. */
  gaps: readonly string[] | null;
}

export function readAnswer({ id, text }: { id: string; text: string }): ScopeAnswer {
  const { prose, ranked, items: lines, sources, gaps } = parseAnswer(text);
  const items = ranked.map((test, index) => {
    const { line } = lines.find(({ id }) => id === test) ?? { line: "" };
    const behind = line.slice(line.indexOf(test) + test.length).replace(/\s*\|\s*$/, "");
    const rest = behind.replace(/^(?:\]\([^()\s]*\)|[\s`*_|])*[-–—:]?\s*/, "");
    const cited = [...rest.matchAll(/\[(S\d+)\]/g)].map(([, label]) => label!);
    return { rank: index + 1, id: test, reason: rest.replace(/\s*\[S\d+\]/g, ""), cited: [...new Set(cited)] };
  });
  const known = sources.map(({ label, title, target }): [string, CitedSource] => [
    label,
    { label, title, path: pathOf(target) },
  ]);
  return { id, prose, items, sources: new Map(known), gaps };
}

function pathOf(target: string): string | null {
  const path = /^artifact:\/\/[^?]+\?path=(.+)$/.exec(target)?.[1];
  if (path === undefined) return null;
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // A stray percent sign: then it is not an encoded path.
  }
}

/** What a person made of an answer: kept with the thread, whole, so that it can be read without the answer. */
export interface ScopeDecision {
  question: string;
  /** As the answer had them, in its order. */
  recommended: readonly string[];
  dropped: readonly { id: string; reason: string }[];
  added: readonly (Pick<Item, "id" | "title"> & { reason: string })[];
  /** Unticked tests of tiers below the cut; missing without a cut. */
  below?: readonly string[];
}

/** One line of a scope as it is decided, for exports. */
export interface ScopeLine {
  rank: number | null;
  id: string;
  title: string;
  kept: boolean;
  /** Of the answer, or of who added it. */
  why: string;
  /** Why it is not kept: what was said when it was dropped, or that it stands below the cut. */
  dropped: string;
  evidence: string;
  /** How it is linked to what was asked about. */
  tier: string;
  /** False for what an answer lists beside tests: what has none. */
  isTest: boolean;
  attributes: ReadonlyMap<string, string>;
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** In the order of tiers, in each in the answer's. */
export function linesOf(
  answer: ScopeAnswer,
  decision: ScopeDecision,
  { records, tiers }: { records: ReadonlyMap<string, TestRecord>; tiers: readonly Tier[] },
): ScopeLine[] {
  const reasons = new Map(decision.dropped.map(({ id, reason }) => [id, reason]));
  const below = new Set(decision.below);
  const recommended = tiers.flatMap(({ link, reason: tier, tests }) =>
    tests.map((id) => {
      const { rank, reason, cited } = answer.items.find((item) => item.id === id)!;
      const { title = "", attributes = NO_ATTRIBUTES } = records.get(id) ?? {};
      return {
        ...{ rank, id, title, attributes, tier, isTest: link !== "item" },
        kept: !reasons.has(id) && !below.has(id),
        dropped: reasons.get(id) ?? (below.has(id) ? "below the cut" : ""),
        why: reasonBeside(reason, title),
        evidence: cited.map((label) => answer.sources.get(label)?.title ?? label).join("; "),
      };
    }),
  );
  const added = decision.added.map(({ id, title, reason }) => ({
    ...{ rank: null, id, title, kept: true, why: reason, dropped: "", isTest: true },
    ...{ evidence: "added by hand", tier: "added by hand" },
    attributes: records.get(id)?.attributes ?? NO_ATTRIBUTES,
  }));
  return [...recommended, ...added];
}

/** A reason often begins with the test's name, which stands beside it already. */
export function reasonBeside(reason: string, title: string): string {
  const rest =
    title !== "" && reason.startsWith(title) ? reason.slice(title.length).replace(/^[\s;:,.–—-]+/, "") : reason;
  return rest === "" ? reason : `${rest[0]!.toUpperCase()}${rest.slice(1)}`;
}
