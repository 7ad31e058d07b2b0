import { boundedMeanTest, krippendorffAlpha, pairedT, wilsonInterval } from "scopebench/statistics";

const changes = [-0.4, -0.1, 0, -0.3, -0.2, -0.5, 0.1, -0.4, -0.3, -0.2, -0.1, -0.6];
const ratings = [1, 2, 3, 2].map((first, at) => [first, [1, 2, 1, null][at]]);

console.log(pairedT(changes).p.toFixed(4)); // 0.0015
console.log(boundedMeanTest(changes, { range: { low: -1, high: 1 } }).p.toFixed(4)); // 0.1604
console.log(krippendorffAlpha(ratings, { level: "ordinal" }).toFixed(3)); // 0.111
console.log(wilsonInterval(48, 52).low.toFixed(3)); // 0.818
