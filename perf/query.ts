/**
 * SQL cells over many executions: repeats the rows of a report's table `executions` until there are so many, and runs queries
 * over it in Chromium by the report's own DuckDB, each five times. Milliseconds inside the page; the median is printed.
 *
 *     node --import tsx perf/query.ts <run>/report [executions = 200000]
 */
import { cp, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parquetMetadata, parquetRead } from "hyparquet";
import { fileWriter, ParquetWriter } from "hyparquet-writer";
import { serveReport } from "../harness/show/live/serve-report.ts";
import { launchBrowser } from "../scripts/browser.ts";

const QUERIES = {
  "group by": `SELECT configuration, avg("ndcg@10"), median(seconds), count(*) FROM executions GROUP BY configuration`,
  "group by four": "SELECT model, workflow, knowledge, family, avg(functional_pass) FROM executions GROUP BY ALL",
  window:
    "SELECT count(*) FROM (SELECT rank() OVER (PARTITION BY scenario ORDER BY seconds) AS place FROM executions) WHERE place = 1",
};

const [report = "", wanted = "200000"] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "scopebench-perf-query-"));
try {
  await cp(join(report, "duckdb"), join(folder, "duckdb"), { recursive: true });
  await cp(join(report, "data/query/tables.json"), join(folder, "data/query/tables.json"));
  const path = "data/query/executions.parquet";
  await repeatRows(join(report, path), join(folder, path), Number(wanted));
  console.log(`${wanted} executions, ${((await stat(join(folder, path))).size / 1e6).toFixed(1)} MB of Parquet`);
  console.log(await measure(folder), `load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function repeatRows(source: string, target: string, rows: number): Promise<void> {
  const file = new Uint8Array(await readFile(source)).buffer;
  const metadata = parquetMetadata(file);
  const columns = new Map<string, unknown[]>();
  const onChunk = ({ columnName, columnData }: { columnName: string; columnData: ArrayLike<unknown> }) => {
    columns.set(columnName, [...(columns.get(columnName) ?? []), ...Array.from(columnData)]);
  };
  await parquetRead({ file, metadata, onChunk });
  const writer = new ParquetWriter({ writer: fileWriter(target), schema: metadata.schema, statistics: false });
  const columnData = [...columns].map(([name, data]) => ({
    name,
    data: Array.from({ length: rows }, (_, row) => {
      const value = data[row % data.length];
      return name === "execution" ? `${value}-${Math.floor(row / data.length)}` : value;
    }),
  }));
  writer.write({ columnData });
  await writer.finish();
}

async function measure(root: string): Promise<Record<string, number>> {
  const [server, browser] = await Promise.all([serveReport(root), launchBrowser()]);
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}data/query/tables.json`);
    return (await page.evaluate(`(async () => {
      const clock = async (work) => { const start = performance.now(); await work(); return Math.round(performance.now() - start); };
      const found = {};
      let engine;
      const { Engine } = await import("/duckdb/engine.js");
      found.start = await clock(async () => { engine = await Engine.start(); });
      found.load = await clock(() => engine.query("SELECT count(*) FROM executions", 10));
      for (const [name, sql] of Object.entries(${JSON.stringify(QUERIES)})) {
        const times = [];
        for (let round = 0; round < 5; round++) times.push(await clock(() => engine.query(sql, 50000)));
        found[name] = times.sort((a, b) => a - b)[2];
      }
      return found;
    })()`)) as Record<string, number>;
  } finally {
    await browser.close();
    await server.close();
  }
}
