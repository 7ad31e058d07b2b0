/**
 * Processor time and memory of the clustering room on rows of planted clusters, one method a process, beside scipy, hdbscan and umap-learn where a Python with them is named:
 * `node --import tsx perf/clustering.ts [--rows 20000] [--dimensions 300] [--methods ward,average,hdbscan,umap] [--python PATH]` (20,000 x 300: some minutes a method)
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { makeRandom } from "../base/random.ts";
import { hdbscan } from "../measure/clustering/density/hdbscan.ts";
import { cutIntoClusters } from "../measure/clustering/flat.ts";
import { linkRows } from "../measure/clustering/linkage.ts";
import { umapHdbscan } from "../measure/clustering/umap-hdbscan.ts";

const { values: flags } = parseArgs({
  options: {
    rows: { type: "string", default: "20000" },
    dimensions: { type: "string", default: "300" },
    methods: { type: "string", default: "ward,average" },
    python: { type: "string" },
    one: { type: "string" },
  },
});

const METHODS: Readonly<Record<string, (rows: Float64Array[]) => number>> = {
  ward: (rows) => cutIntoClusters(linkRows(rows, { method: "ward" }), { count: 34 }).sizes.length,
  average: (rows) =>
    cutIntoClusters(linkRows(rows, { method: "average", distance: "cosine" }), { count: 34 }).sizes.length,
  hdbscan: (rows) => hdbscan(rows, { distance: "euclidean", minClusterSize: 5 }).sizes.length,
  umap: (rows) => umapHdbscan(rows).bySeed[0]!.sizes.length,
};

/** The same rows, of a generator of its own: what takes time is their number. */
const PYTHON = `
import resource, sys, time
import numpy as np
method, n, d = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
r = np.random.default_rng(1)
X = r.normal(size=(60, d))[np.arange(n) % 60] + 0.7 * r.normal(size=(n, d))
from scipy.cluster.hierarchy import linkage, fcluster
t = time.process_time()
if method == "ward": k = fcluster(linkage(X, "ward"), 34, "maxclust").max()
elif method == "average": k = fcluster(linkage(X, "average", "cosine"), 34, "maxclust").max()
else:
  import hdbscan
  if method == "umap":
    import umap
    t = time.process_time()
    for seed in range(5): Y = umap.UMAP(n_neighbors=20, n_components=8, min_dist=0.0, metric="cosine", random_state=seed).fit_transform(X); k = hdbscan.HDBSCAN(min_cluster_size=5, cluster_selection_epsilon=0.3).fit_predict(Y).max() + 1
  else: k = hdbscan.HDBSCAN(min_cluster_size=5).fit_predict(X).max() + 1
print(f"{time.process_time() - t:.1f} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} {k}")
`;

if (flags.one === undefined) compare();
else measureOne(flags.one);

function compare(): void {
  console.log("| method | processor s | MB | clusters | Python: processor s | MB | clusters | times as long |");
  console.log("|---|---:|---:|---:|---:|---:|---:|---:|");
  for (const method of flags.methods.split(",")) {
    const size = ["--rows", flags.rows, "--dimensions", flags.dimensions];
    const own = execFileSync(process.execPath, [...process.execArgv, import.meta.filename, "--one", method, ...size]);
    const mine = String(own).trim().split(" ");
    const theirs = flags.python
      ? execFileSync(flags.python, ["-c", PYTHON, method, flags.rows, flags.dimensions], { encoding: "utf8" })
          .trim()
          .split(" ")
      : ["", "", ""];
    const ratio = flags.python ? (Number(mine[0]) / Number(theirs[0])).toFixed(2) : "";
    console.log(`| ${[method, ...mine, ...theirs, ratio].join(" | ")} |`);
  }
}

function measureOne(method: string): void {
  const rows = plantedRows(Number(flags.rows), Number(flags.dimensions));
  const before = process.cpuUsage();
  const clusters = METHODS[method]!(rows);
  const { user, system } = process.cpuUsage(before);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  console.log(`${((user + system) / 1e6).toFixed(1)} ${megabytes.toFixed(0)} ${clusters}`);
}

function plantedRows(count: number, dimensions: number): Float64Array[] {
  const random = makeRandom("perf", "clustering");
  const normal = () => random() + random() + random() + random() - 2;
  const centres = Array.from({ length: 60 }, () => Float64Array.from({ length: dimensions }, normal));
  return Array.from({ length: count }, (_, row) => centres[row % 60]!.map((centre) => centre + 0.7 * normal()));
}
