interface Corner {
  x: readonly number[];
  value: number;
}

/**
 * Minimum of a function of a few numbers by Nelder & Mead's simplex (Computer Journal 7, 1965), begun anew from where it
 * stopped until nothing is gained: no derivatives, so corners at the edge of what is possible do no harm. (fmin 0.0.4, the
 * usual package, has no working module build and its shrinking step writes to an undeclared variable.)
 */
export function minimize(
  f: (x: readonly number[]) => number,
  start: readonly number[],
): { x: readonly number[]; value: number } {
  let best = descend(f, start);
  for (let round = 0; round < 20; round++) {
    const again = descend(f, best.x);
    const gained = best.value - again.value;
    if (gained > 0) best = again;
    if (!(gained > 1e-11 * (1 + Math.abs(best.value)))) break;
  }
  return best;
}

function descend(f: (x: readonly number[]) => number, start: readonly number[]): Corner {
  const at = (x: readonly number[]): Corner => ({ x, value: f(x) });
  const corners = [
    at(start),
    ...start.map((_, i) => at(start.map((x, j) => (i === j ? (x === 0 ? 0.1 : x * 1.2) : x)))),
  ];
  for (let step = 0; step < 400 * start.length; step++) {
    corners.sort((a, b) => a.value - b.value);
    const [best, worst] = [corners[0]!, corners.at(-1)!];
    const spread = Math.max(...corners.map(({ x }) => Math.max(...x.map((v, i) => Math.abs(v - best.x[i]!)))));
    if (spread < 1e-10 && worst.value - best.value < 1e-12 * (1 + Math.abs(best.value))) break;
    const centre = start.map((_, i) => corners.slice(0, -1).reduce((sum, { x }) => sum + x[i]!, 0) / start.length);
    const along = (factor: number) => at(centre.map((c, i) => c + factor * (worst.x[i]! - c)));
    const next = move({ corners, along, worst });
    if (next) corners[corners.length - 1] = next;
    else
      corners.forEach((corner, i) => {
        if (i > 0) corners[i] = at(corner.x.map((v, j) => (v + best.x[j]!) / 2));
      });
  }
  return corners.reduce((least, corner) => (corner.value < least.value ? corner : least));
}

/** Reflected, expanded or contracted corner in place of the worst; null when the simplex has to shrink. */
function move(options: {
  corners: readonly Corner[];
  along: (factor: number) => Corner;
  worst: Corner;
}): Corner | null {
  const { corners, along, worst } = options;
  const reflected = along(-1);
  if (reflected.value < corners[0]!.value) {
    const expanded = along(-2);
    return expanded.value < reflected.value ? expanded : reflected;
  }
  if (reflected.value < corners.at(-2)!.value) return reflected;
  const contracted = along(reflected.value < worst.value ? -0.5 : 0.5);
  return contracted.value < Math.min(reflected.value, worst.value) ? contracted : null;
}
