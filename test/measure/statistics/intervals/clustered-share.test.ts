import { expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { clusteredShare, shareDifference } from "../../../../measure/statistics/intervals/clustered-share.ts";
import { wilsonInterval } from "../../../../measure/statistics/intervals/wilson.ts";

const booleans = (text: string) => [...text].map((sign) => sign === "1");

it("clusters of one: Wilson's interval over n - 1, whose variance the linearisation has", () => {
  const found = clusteredShare(booleans("1111111100"), [..."abcdefghij"])!;
  expect(found.effective).toBeCloseTo(9, 10);
  const { low, high } = wilsonInterval(7.2, 9)!;
  expect([found.low, found.high]).toEqual([expect.closeTo(low, 12), expect.closeTo(high, 12)]);
  expect([found.low, found.high].map((limit) => limit.toFixed(4))).toEqual(["0.4738", "0.9467"]);
});

it("observations that agree within their clusters tell as much as so many clusters", () => {
  const once = clusteredShare(booleans("11100"), [..."abcde"])!;
  const tenTimes = clusteredShare(
    booleans("11100").flatMap((value) => Array<boolean>(10).fill(value)),
    [..."abcde"].flatMap((name) => Array<string>(10).fill(name)),
  )!;
  expect(tenTimes.high - tenTimes.low).toBeGreaterThan(0.9 * (once.high - once.low));
  expect(tenTimes).toMatchObject({ n: 50, clusters: 5, share: 0.6 });
});

it("all alike, and a single cluster, have an interval with a width", () => {
  expect(clusteredShare(booleans("1111"), [..."aabb"])).toMatchObject({ share: 1, high: 1 });
  expect(clusteredShare(booleans("1111"), [..."aabb"])!.low).toBeLessThan(0.5);
  expect(clusteredShare(booleans("0"), ["a"])!.high).toBeGreaterThan(0.5);
  expect(clusteredShare([], [])).toBeNull();
});

it("holds the true share in 93 to 99 % of 1,000 draws of 20 unequal clusters that differ among themselves", () => {
  const random = makeRandom("clustered share");
  let held = 0;
  for (let draw = 0; draw < 1000; draw++) {
    const [values, clusters] = [[] as boolean[], [] as string[]];
    for (let cluster = 0; cluster < 20; cluster++) {
      const chance = random() < 0.3 ? 0.9 : 0.1;
      const size = 1 + Math.floor(random() * 8);
      for (let at = 0; at < size; at++) {
        values.push(random() < chance);
        clusters.push(String(cluster));
      }
    }
    const { low, high } = clusteredShare(values, clusters)!;
    if (low <= 0.34 && 0.34 <= high) held++;
  }
  expect(held / 1000).toBeGreaterThan(0.93);
  expect(held / 1000).toBeLessThan(0.99);
});

it("Newcombe's example of 56 of 70 against 48 of 80: .0524 to .3339", () => {
  const of = (hits: number, n: number) => ({ share: hits / n, ...wilsonInterval(hits, n)! });
  const { low, high } = shareDifference(of(56, 70), of(48, 80));
  expect([low.toFixed(4), high.toFixed(4)]).toEqual(["0.0524", "0.3339"]);
});
