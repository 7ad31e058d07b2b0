import { cutAtHeight, linkRows, unitVectors } from "scopebench/clustering";

const rows = [
  [9, 1],
  [1, 9],
  [8, 2],
  [1, 8],
  [7, 1],
  [5, 5],
];
const dendrogram = linkRows(rows, { method: "average", distance: "cosine" });

console.log([...cutAtHeight(dendrogram, { height: 0.1 }).labels].join(" ")); // 0 1 0 1 0 2
console.log(linkRows(unitVectors(rows), { method: "ward" }).heights.at(-1).toFixed(4)); // 1.7257
