/** Prints the table of design/statistics.md: `node --import tsx test/oracles/print-published.ts`. */
import { publishedTable } from "./published/table.ts";

process.stdout.write(`${publishedTable()}\n`);
