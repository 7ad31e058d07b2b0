import { compareText } from "../../../base/hash.ts";
import type { ArtifactRole, LinkRole } from "../../corpus.ts";
import { snakeCase } from "./guess-roles.ts";

export interface LinkEnd {
  role: ArtifactRole;
  type: string;
}

export interface LinkGuess {
  role: LinkRole;
  inverse?: boolean;
}

/** Source and target role of each link role, after mapping. */
export const LINK_ENDS: Readonly<Record<LinkRole, readonly [ArtifactRole, ArtifactRole]>> = {
  containment: ["backlog_item", "backlog_item"],
  reference: ["test_case", "backlog_item"],
  message_coverage: ["test_case", "message"],
  protocol_coverage: ["test_case", "protocol"],
  membership: ["message", "protocol"],
};

const DOWNWARD = /(^|_)(contains?|parent|has|includes?|decompos\w*|owns?|children)(_|$)/;
const UPWARD =
  /(^|_)(child|part|partof|belongs?|member|refines?|derive[sd]?|realizes?|realises?|implements?|satisf\w*)(_|$)/;
const CHANGE = /(^|_)(change|changes|delta|revision)(_|$)/;

/**
 * Guesses what a link kind says from the roles at its ends; between two backlog items from its name, too, since most
 * links there (blocks, duplicates, relates to) are no containment. Null: nothing fits.
 */
export function guessLink(kind: string, source: LinkEnd, target: LinkEnd): LinkGuess | null {
  if (source.role === "backlog_item" && target.role === "backlog_item")
    return guessContainment(snakeCase(kind), source, target);
  for (const [role, [from, to]] of Object.entries(LINK_ENDS) as [LinkRole, readonly [ArtifactRole, ArtifactRole]][]) {
    if (role === "containment") continue;
    if (source.role === from && target.role === to) return { role };
    if (source.role === to && target.role === from) return { role, inverse: true };
  }
  return null;
}

function guessContainment(kind: string, source: LinkEnd, target: LinkEnd): LinkGuess | null {
  if (DOWNWARD.test(kind)) return { role: "containment" };
  if (UPWARD.test(kind)) return { role: "containment", inverse: true };
  // A record of a change belongs to what it changes.
  const changes = [source, target].map(({ type }) => CHANGE.test(snakeCase(type)));
  if (changes[0] && !changes[1] && CHANGE.test(kind)) return { role: "containment", inverse: true };
  return null;
}

/** The commonest pair of ends of a link kind, ties by name. */
export function commonestEnds(ends: readonly (readonly [LinkEnd, LinkEnd])[]): readonly [LinkEnd, LinkEnd] {
  const counts = new Map<string, { pair: readonly [LinkEnd, LinkEnd]; count: number }>();
  for (const pair of ends) {
    const key = `${pair[0].type}\u0000${pair[1].type}`;
    const entry = counts.get(key) ?? { pair, count: 0 };
    counts.set(key, { pair, count: entry.count + 1 });
  }
  const sorted = [...counts].sort(([a, x], [b, y]) => y.count - x.count || compareText(a, b));
  return (sorted[0] as (typeof sorted)[number])[1].pair;
}
