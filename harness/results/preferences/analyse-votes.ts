import { grouped } from "../../../base/grouped.ts";
import { UserError } from "../../../base/user-error.ts";
import { krippendorffAlpha } from "../../../measure/statistics/agreement/krippendorff.ts";
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
  /** Krippendorff's alpha over what several raters saw: the same systems for the same query. Null without any. */
  alpha: number | null;
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
  };
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

function alphaOf(votes: readonly Vote[]): number | null {
  const raters = [...new Set(votes.flatMap(({ rater }) => rater ?? []))];
  const values = [...new Set(votes.map(({ preferred }) => preferred))];
  const units = [...grouped(votes, ({ query, shown }) => JSON.stringify([query, [...shown].sort()])).values()];
  return krippendorffAlpha(
    units.map((own) =>
      raters.map((rater) => {
        const vote = own.find((one) => one.rater === rater);
        return vote ? values.indexOf(vote.preferred) : null;
      }),
    ),
    { level: "nominal" },
  );
}
