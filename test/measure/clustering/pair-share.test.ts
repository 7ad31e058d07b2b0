import { expect, it } from "vitest";
import { makeRandom } from "../../../base/random.ts";
import { cutAtHeight, cutAtPairShare } from "../../../measure/clustering/flat.ts";
import { linkRows } from "../../../measure/clustering/linkage.ts";

/** Of all pairs of rows, those in one cluster. */
function together(labels: ArrayLike<number>): number {
  let count = 0;
  for (let a = 0; a < labels.length; a++) for (let b = 0; b < a; b++) if (labels[a] === labels[b]) count++;
  return count / ((labels.length * (labels.length - 1)) / 2);
}

it("is the highest cut of all that keeps to the share, by trying every height", () => {
  for (let set = 0; set < 40; set++) {
    const random = makeRandom("pair share", set);
    // Few different numbers: equal rows and equal heights occur.
    const rows = Array.from({ length: 30 }, () => [Math.floor(random() * 6), Math.floor(random() * 6)]);
    const dendrogram = linkRows(rows, { method: "average", distance: "euclidean" });
    for (const share of [0, 0.01, 0.05, 0.2, 0.6, 1]) {
      const fitting = [Number.NEGATIVE_INFINITY, ...dendrogram.heights].filter(
        (height) => together(cutAtHeight(dendrogram, { height }).labels) <= share,
      );
      const { labels, height } = cutAtPairShare(dendrogram, { share });
      expect([set, share, height]).toEqual([set, share, Math.max(...fitting)]);
      expect(together(labels)).toBeLessThanOrEqual(share);
    }
  }
});
