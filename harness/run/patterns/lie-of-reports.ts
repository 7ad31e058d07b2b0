import { makeRandom } from "../../../base/random.ts";
import type { Diagnostics, PatternFacts } from "../../../db/issues/patterns.ts";
import { hopkins, neighbourDistances, varianceExplained } from "../../../measure/clustering/diagnostics.ts";
import { umapLayouts } from "../../../measure/clustering/reduction/umap.ts";
import { centreOf, dot, meanOf } from "./centre.ts";

const COMPONENTS = [2, 10, 50, 100, 200];
const QUANTILES = [0.1, 0.5, 0.9];

/** How reports lie to each other. Null for fewer than three. @param rows unit vectors */
export function diagnose(rows: readonly Float32Array[]): Diagnostics | null {
  if (rows.length < 3) return null;
  const { nearest, further } = neighbourDistances(rows, { distance: "cosine", further: 5, quantiles: QUANTILES });
  return {
    variance: varianceExplained(rows, COMPONENTS),
    hopkins: hopkins(rows, makeRandom("hopkins")),
    neighbours: { quantiles: QUANTILES, nearest, fifth: further },
  };
}

type Lie = Pick<PatternFacts, "within" | "nearest" | "place">;

/** How patterns lie to each other, by mean cosine distances between their reports; the map is a UMAP layout of their centres. @param groups unit vectors of each pattern's reports */
export function liesOf(ids: readonly string[], groups: readonly (readonly Float32Array[])[]): Lie[] {
  const means = groups.map(meanOf);
  const map = groups.length > 3 ? mapOf(groups.map(centreOf)) : [];
  return means.map((mean, at) => {
    const size = groups[at]!.length;
    const others = means.flatMap((other, place) =>
      place === at ? [] : [{ id: ids[place]!, distance: 1 - dot(mean, other) }],
    );
    const nearest = others.reduce<Lie["nearest"]>((a, b) => (a && a.distance <= b.distance ? a : b), null);
    // A report's distance to itself, 0, is no distance between two.
    const within = size < 2 ? null : ((1 - dot(mean, mean)) * size) / (size - 1);
    return { within, nearest, place: map[at] ?? null };
  });
}

/** Centres can cancel out: those have no direction and no place. */
function mapOf(centres: readonly Float32Array[]): ([number, number] | null)[] {
  const placed = [...centres.keys()].filter((at) => centres[at]!.some(Boolean));
  const [layout] = umapLayouts(
    placed.map((at) => centres[at]!),
    { seeds: [1], dimensions: 2, neighbours: 10, minDist: 0.3 },
  );
  const places = new Map(placed.map((at, index) => [at, layout![index]!] as const));
  return centres.map((_, at) => {
    const place = places.get(at);
    return place ? [Number(place[0]!.toFixed(3)), Number(place[1]!.toFixed(3))] : null;
  });
}
