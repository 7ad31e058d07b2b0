import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import { type ArtifactRole, LINK_ENDS, type LinkRole } from "../../db/ports/corpus.ts";
import { snakeCase } from "./guess-roles.ts";

export interface LinkEnd {
  role: ArtifactRole;
  type: string;
}

export interface LinkGuess {
  role: LinkRole;
  inverse?: boolean;
}

const DOWNWARD = /(^|_)(contains?|parent|has|includes?|decompos\w*|owns?|children)(_|$)/;
const UPWARD =
  /(^|_)(child|part|partof|belongs?|member|refines?|derive[sd]?|realizes?|realises?|implements?|satisf\w*)(_|$)/;
/** A link called `parent` leads to the parent. */
const TO_PARENT = /(^|_)parents?(_(needs?|link|id|key|issue|item))?$/;

/**
 * Guesses what a link kind says from the roles at its ends; between two backlog items from its name, too, since most
 * links there (blocks, duplicates, relates to, a change and what it changes) are no containment; between two messages or protocols
 * from its name alone. Null: nothing fits, or the name says that no role does (`may_cover`, `constructs`).
 */
export function guessLink(kind: string, source: LinkEnd, target: LinkEnd): LinkGuess | null {
  if (NO_ROLE.test(snakeCase(kind))) return null;
  if (source.role === "backlog_item" && target.role === "backlog_item") return guessContainment(snakeCase(kind));
  if (source.role === target.role) return guessOfSame(snakeCase(kind), source.role);
  for (const [role, [from, to]] of Object.entries(LINK_ENDS) as [LinkRole, readonly [ArtifactRole, ArtifactRole]][]) {
    if (source.role === from && target.role === to) return { role };
    if (source.role === to && target.role === from) return { role, inverse: true };
  }
  return null;
}

/** What is only possible, and making a thing, which is neither to belong to it nor to call it. */
const NO_ROLE = /^(may_.*|constructs)$/;
const CALL = /^(calls?|invokes?)$/;
const INHERITANCE = /^(inherits?(_from)?|extends?|subclass(es)?(_of)?)$/;

function guessOfSame(kind: string, role: ArtifactRole): LinkGuess | null {
  if (role === "message" && CALL.test(kind)) return { role: "call" };
  return role === "protocol" && INHERITANCE.test(kind) ? { role: "inheritance" } : null;
}

function guessContainment(kind: string): LinkGuess | null {
  if (DOWNWARD.test(kind) && !TO_PARENT.test(kind)) return { role: "containment" };
  if (UPWARD.test(kind) || TO_PARENT.test(kind)) return { role: "containment", inverse: true };
  return null;
}

/** What a link kind says, from the commonest pair of ends that says something; null: none does. */
export function guessKind(
  kind: string,
  ends: readonly (readonly [LinkEnd, LinkEnd])[],
): { guess: LinkGuess; source: LinkEnd; target: LinkEnd } | null {
  for (const [source, target] of pairsByCount(ends)) {
    const guess = guessLink(kind, source, target);
    if (guess) return { guess, source, target };
  }
  return null;
}

/** Distinct pairs, the commonest first, ties by name. */
function pairsByCount(ends: readonly (readonly [LinkEnd, LinkEnd])[]): (readonly [LinkEnd, LinkEnd])[] {
  const groups = [...grouped(ends, ([source, target]) => JSON.stringify([source.type, target.type]))];
  return groups
    .sort(([a, x], [b, y]) => y.length - x.length || compareText(a, b))
    .map(([, [pair]]) => pair as readonly [LinkEnd, LinkEnd]);
}
