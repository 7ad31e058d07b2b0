import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import { fitChoices } from "./choice-model.ts";

/** What somebody preferred of two or more systems that were shown together. */
export interface SystemChoice {
  /** Two different ones at least, in the order in which they were shown. */
  shown: readonly string[];
  /** One of them; null: a tie of all. */
  preferred: string | null;
  /** What makes preferences dependent, such as who gave them and what was asked: a name for each kind. None: each for itself. */
  clusters?: readonly string[];
}

/** A number with its 95 % interval. */
interface Fitted {
  value: number;
  low: number;
  high: number;
}

/** Strengths, and what follows from them of every two. */
export interface BradleyTerry {
  /** Logarithms of strengths about their mean, strongest first. */
  strengths: (Fitted & { system: string })[];
  /** How often the first, as above, is preferred where one of these two is. */
  pairs: (Fitted & { first: string; second: string })[];
  /** How often what is shown first is preferred of two that are as strong, where one is; null where no order was asked for. */
  shownFirst: Fitted | null;
}

/**
 * Bradley and Terry's model (Biometrika 39, 1952), by maximum likelihood: each system is preferred by its strength's share of those that are shown (Luce 1959), a tie of k has a constant times the geometric
 * mean of their strengths (Davidson, Journal of the American Statistical Association 65, 1970; of more than two: Firth, Kosmidis & Turner, arXiv:1909.07123), and what is shown first a factor of its own. Intervals as `fitChoices`.
 * @param options `place`: whether the order in which systems were shown may have decided
 * @throws UserError `input` where there is no maximum: some systems were never preferred to, or never tied with, any of the others; nothing but ties; with `place`, an order that decided every
 * preference, or that cannot be told apart from the systems, as where one is always shown first
 */
export function bradleyTerry(preferences: readonly SystemChoice[], { place }: { place: boolean }): BradleyTerry {
  const systems = [...new Set(preferences.flatMap(({ shown }) => shown))].sort(compareText);
  refuseUnbeaten(systems, preferences);
  const tied = new Set(preferences.flatMap(({ shown, preferred }) => (preferred === null ? [shown.length] : [])));
  // The strength of the first system is the unit.
  const names = [
    ...systems.slice(1).map((system) => `of ${system}`),
    ...(place ? ["first"] : []),
    ...[...tied].map((size) => `tie ${size}`),
  ];
  if (preferences.every(({ preferred }) => preferred === null))
    throw noEstimate("there is no preference that is not a tie");
  const described = (parts: Readonly<Record<string, number>>) => names.map((name) => parts[name] ?? 0);
  const model = fitChoices(
    preferences.map(({ shown, preferred, clusters = [] }) => {
      const alternatives = shown.map((system, at) => described({ [`of ${system}`]: 1, first: Number(at === 0) }));
      const { length } = shown;
      if (tied.has(length))
        alternatives.push(
          described({
            ...Object.fromEntries(shown.map((system) => [`of ${system}`, 1 / length])),
            [`tie ${length}`]: 1,
          }),
        );
      return { alternatives, chosen: preferred === null ? length : shown.indexOf(preferred), clusters };
    }),
  );
  if (model === null)
    throw noEstimate("the order in which systems were shown decided all, or cannot be told apart from the systems");
  const strengths = systems
    .map((system) => ({
      system,
      ...model.intervalOf(
        names.map((name) => Number(name === `of ${system}`) - Number(name.startsWith("of ")) / systems.length),
      ),
    }))
    .sort((a, b) => b.value - a.value || compareText(a.system, b.system));
  const between = (a: string, b: string) =>
    model.intervalOf(names.map((name) => Number(name === `of ${a}`) - Number(name === `of ${b}`)));
  return {
    strengths,
    pairs: strengths.flatMap(({ system: first }, at) =>
      strengths.slice(at + 1).map(({ system: second }) => ({ first, second, ...asShare(between(first, second)) })),
    ),
    shownFirst: place ? asShare(model.intervalOf(described({ first: 1 }))) : null,
  };
}

function asShare({ value, low, high }: Fitted): Fitted {
  const share = (logit: number) => 1 / (1 + Math.exp(-logit));
  return { value: share(value), low: share(low), high: share(high) };
}

/** Ford's condition (American Mathematical Monthly 64, 1957): whatever parts the systems are put into, somebody of each was preferred to, or tied with, somebody of the other. */
function refuseUnbeaten(systems: readonly string[], preferences: readonly SystemChoice[]): void {
  const [first = ""] = systems;
  const beats = (from: string, forward: boolean) =>
    preferences.flatMap(({ shown, preferred }) => {
      if (!shown.includes(from)) return [];
      const isAbove = preferred === null || (preferred === from) === forward;
      if (!isAbove) return [];
      return forward || preferred === null ? shown : [preferred];
    });
  for (const forward of [true, false]) {
    const reached = new Set([first]);
    for (const system of reached) for (const other of beats(system, forward)) reached.add(other);
    const rest = systems.filter((system) => !reached.has(system));
    if (rest.length === 0) continue;
    const [above, below] = forward ? [rest, [...reached]] : [[...reached], rest];
    throw noEstimate(`none of ${below.join(", ")} was ever preferred to, or tied with, ${above.join(", ")}`);
  }
}

function noEstimate(why: string): UserError {
  return new UserError("input", "strengths of these systems have no finite estimate", {
    problems: [why],
    hint: "leave out what is always or never preferred, or collect more preferences",
  });
}
