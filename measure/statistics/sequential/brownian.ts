import { normalCdf } from "../basics/distributions.ts";

/** Bounds at one look on the standardized statistic z: what leaves the interval stops there. */
interface Bounds {
  /** Absent: nothing stops below. */
  lower?: number | undefined;
  upper: number;
}

/** Of all paths, on the way to a look. */
export interface Continuing {
  /** Probability of a statistic of at least z at the look, having passed all looks before. */
  atLeast(z: number): number;
  /** The same of less than z. */
  below(z: number): number;
  /** Those that stay within bounds at this look, on the way to the one at this fraction of the information. */
  next(bounds: Bounds, fraction: number): Continuing;
}

/** Further out than so many standard deviations nothing is left (6e-15). */
const REACH = 7.7;
/** Ten points a panel of 1.5 standard deviations of a step: twelve digits of a normal density. */
const PANEL = 1.5;
const GAUSS = [
  [0.1488743389816312, 0.2955242247147529],
  [0.4333953941292472, 0.2692667193099963],
  [0.6794095682990244, 0.219086362515982],
  [0.8650633666889845, 0.1494513491505806],
  [0.9739065285171717, 0.06667134430868814],
] as const;

/** Values of the Brownian motion at a look with the density there times the weight of each. */
interface Points {
  at: Float64Array;
  mass: Float64Array;
}

/**
 * The standardized statistic at looks after fractions of the information: a Brownian motion with a drift, `Z = W / sqrt(t)`, whose
 * mean at full information is the drift. Probabilities of paths by recursive numerical integration (Armitage, McPherson and Rowe, JRSS A 132,
 * 1969; Jennison and Turnbull, Group Sequential Methods, 2000, chapter 19), to about 1e-10.
 * @param fraction of the information at the first look, in (0, 1]
 */
export function firstLook(fraction: number, drift: number): Continuing {
  return continuing({ at: Float64Array.of(0), mass: Float64Array.of(1) }, { from: 0, to: fraction, drift });
}

interface Step {
  /** Fractions of the information. */
  from: number;
  to: number;
  drift: number;
}

function continuing(points: Points, step: Step): Continuing {
  const { from, to, drift } = step;
  const sd = Math.sqrt(to - from);
  const shift = drift * (to - from);
  const tail = (z: number, sign: 1 | -1): number => {
    const w = z * Math.sqrt(to);
    return points.at.reduce((sum, s, at) => sum + points.mass[at]! * normalCdf((sign * (s + shift - w)) / sd), 0);
  };
  return {
    atLeast: (z) => tail(z, 1),
    below: (z) => tail(z, -1),
    next: (bounds, fraction) =>
      continuing(within(points, bounds, { ...step, sd, shift, next: fraction - to }), {
        from: to,
        to: fraction,
        drift,
      }),
  };
}

/** The density between the bounds of a look, from that of the look before. */
function within(
  before: Points,
  { lower = Number.NEGATIVE_INFINITY, upper }: Bounds,
  { to, drift, sd, shift, next }: Step & { sd: number; shift: number; next: number },
): Points {
  const root = Math.sqrt(to);
  const low = Math.max(lower * root, drift * to - REACH * root);
  const high = Math.min(upper * root, drift * to + REACH * root);
  if (!(high > low)) return { at: new Float64Array(), mass: new Float64Array() };
  const { at, weights } = gaussPoints(low, high, PANEL * Math.min(sd, Math.sqrt(next)));
  const scale = 1 / (sd * Math.sqrt(2 * Math.PI));
  const mass = at.map((w, place) => {
    let density = 0;
    for (let from = 0; from < before.at.length; from++) {
      const away = (w - before.at[from]! - shift) / sd;
      density += before.mass[from]! * Math.exp(-0.5 * away * away);
    }
    return density * scale * weights[place]!;
  });
  return { at, mass };
}

/** Gauss-Legendre points of panels no longer than this. */
function gaussPoints(low: number, high: number, longest: number): { at: Float64Array; weights: Float64Array } {
  const panels = Math.ceil((high - low) / longest);
  const half = (high - low) / panels / 2;
  const [at, weights] = [new Float64Array(10 * panels), new Float64Array(10 * panels)];
  for (let panel = 0, place = 0; panel < panels; panel++) {
    const middle = low + (2 * panel + 1) * half;
    for (const [x, weight] of GAUSS)
      for (const sign of [-1, 1]) {
        at[place] = middle + sign * x * half;
        weights[place++] = weight * half;
      }
  }
  return { at, weights };
}
