import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";
import { count } from "../written.ts";

const SCRIPT = "scripts/world-exposure.ts";
const SERVERS = ["dokuwiki", "synapse", "redmine"];
/** More questions than elsewhere: each way in which rights hide an answer, in each world. */
const ARGUMENTS = ["--worlds", "3", "--per-kind", "6", "--on", SERVERS.join(",")];

/** Needs what `scripts/services.ts start redmine synapse` exports, and Debian's dokuwiki. */
export const worldExposureServers: FigureSource = {
  name: "world-exposure-servers",
  command: `node --import tsx ${SCRIPT} ${ARGUMENTS.join(" ")}`,
  about:
    "The same over real servers: 3 generated worlds each on DokuWiki, Synapse and Redmine with their users and rights, asked by every member, all of them at once; and every item opened by every member, against whom it was written for",
  measure: async () => {
    const tables = printedTables(runScript(SCRIPT, ...ARGUMENTS), ["exposure", "rights"]);
    const { columns, rows } = tables.rights!;
    const sum = (name: string) => rows.reduce((all, row) => all + Number(row[columns.indexOf(name)]), 0);
    const values = {
      servers: count(SERVERS.length),
      opened: count(sum("Items opened by each member")),
      otherwise: count(sum("Shown or kept otherwise")),
    };
    return { tables, values };
  },
};
