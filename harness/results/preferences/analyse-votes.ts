import { grouped } from "../../../base/grouped.ts";
import { UserError } from "../../../base/user-error.ts";
import type { AgreementEstimate } from "../../../measure/statistics/agreement/chance-corrected.ts";
import { alphaEstimate } from "../../../measure/statistics/agreement/krippendorff-error.ts";
import {
  type BradleyTerry,
  bradleyTerry,
  type SystemChoice,
} from "../../../measure/statistics/comparison/bradley-terry.ts";
import type { Vote } from "./read-votes.ts";

export interface AnalysedVotes extends BradleyTerry {
  votes: number;
  ties: number;
  /** Different ones; 0 where the file does not say. */
  raters: number;
  queries: number;
  /** What the intervals take for dependent. */
  clusters: readonly string[];
  counts: readonly { system: string; shown: number; shown_first: number; preferred: number }[];
  /** Krippendorff's alpha over what several raters saw, the same systems for the same query, with its 95 % interval over these. Null without any. */
  alpha: Pick<AgreementEstimate, "value" | "low" | "high" | "units"> | null;
  /** Whether each system stood in each place as often as in any other, to within one vote. */
  balanced: boolean;
}

/** Strengths with intervals over raters and queries, where there are two of them at least, and how far raters agree. */
export function analyseVotes(votes: readonly Vote[]): AnalysedVotes {
  const different = (kind: "rater" | "query") => new Set(votes.flatMap((vote) => vote[kind] ?? [])).size;
  const kinds = (["rater", "query"] as const).filter(
    (kind) => different(kind) > 1 && votes.every((vote) => vote[kind] !== null),
  );
  const fitted = fitVotes(votes.map((vote) => ({ ...vote, clusters: kinds.map((kind) => vote[kind]!) })));
  return {
    ...fitted,
    votes: votes.length,
    ties: votes.filter(({ preferred }) => preferred === null).length,
    ...{ raters: different("rater"), queries: different("query"), clusters: kinds },
    counts: fitted.strengths.map(({ system }) => ({
      system,
      shown: votes.filter(({ shown }) => shown.includes(system)).length,
      shown_first: votes.filter(({ shown }) => shown[0] === system).length,
      preferred: votes.filter(({ preferred }) => preferred === system).length,
    })),
    alpha: alphaOf(votes),
    balanced: isBalanced(votes),
  };
}

/** Where two and three systems are shown, each number apart: a third place is there in some alone. */
function isBalanced(votes: readonly Vote[]): boolean {
  const bySize = grouped(votes, ({ shown }) => shown.length);
  return [...bySize].every(([size, own]) =>
    [...new Set(own.flatMap(({ shown }) => shown))].every((system) => {
      const times = Array.from(
        { length: size },
        (_, place) => own.filter(({ shown }) => shown[place] === system).length,
      );
      return Math.max(...times) - Math.min(...times) <= 1;
    }),
  );
}

/** With the order shown, where it can be told apart from the systems. */
function fitVotes(choices: readonly SystemChoice[]): BradleyTerry {
  try {
    return bradleyTerry(choices, { place: true });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return bradleyTerry(choices, { place: false });
  }
}

function alphaOf(votes: readonly Vote[]): AnalysedVotes["alpha"] {
  const raters = [...new Set(votes.flatMap(({ rater }) => rater ?? []))];
  const values = [...new Set(votes.map(({ preferred }) => preferred))];
  const units = [...grouped(votes, ({ query, shown }) => JSON.stringify([query, [...shown].sort()])).values()];
  const found = alphaEstimate(
    units.map((own) =>
      raters.map((rater) => {
        const vote = own.find((one) => one.rater === rater);
        return vote ? values.indexOf(vote.preferred) : null;
      }),
    ),
  );
  return found && { value: found.value, low: found.low, high: found.high, units: found.units };
}
