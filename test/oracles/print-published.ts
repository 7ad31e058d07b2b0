/** Prints a source of design/figures/: `node --import tsx test/oracles/print-published.ts`. */
import { publishedTable } from "./published/table.ts";

process.stdout.write(`${publishedTable()}\n`);
