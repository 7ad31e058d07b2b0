import { rm } from "node:fs/promises";
import { makeScratchFolder } from "../../../base/whole-folder.ts";
import { makeExecutionData } from "../report/execution-data.ts";
import { eachExecution } from "../report/executions.ts";
import { QUERY_TABLE_NAMES } from "../report/query-tables/registry.ts";
import { QueryTables } from "../report/query-tables/write-tables.ts";
import { readSite, type Site } from "../report/read-site.ts";
import { ResultPool } from "../report/result-pool.ts";
import { copiedFiles } from "./copied.ts";
import type { ExportFormat } from "./format.ts";

export const parquetFormat: ExportFormat = {
  name: "parquet",
  about: `the tables of the report's page Query, where each column is explained: ${QUERY_TABLE_NAMES.join(", ")}`,
  async *files({ runDirectory, config }) {
    const folder = await makeScratchFolder("parquet");
    try {
      await writeTables(await readSite(runDirectory, config), folder);
      yield* copiedFiles(folder, ".parquet");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function writeTables(site: Site, folder: string): Promise<void> {
  const tables = new QueryTables(folder);
  await tables.open(site);
  for (const configuration of site.results.summary.configurations) {
    const pool = new ResultPool(site.ids);
    await eachExecution(site, configuration, (parts) =>
      tables.add({ site, parts, data: makeExecutionData(site, parts, pool), taken: true }),
    );
  }
  await tables.close();
}
