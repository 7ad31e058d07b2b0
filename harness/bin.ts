import { cli } from "./cli/index.ts";
import { processIo } from "./print/io.ts";
import { keepHeapSmall } from "./record/engine/thrifty-heap.ts";

keepHeapSmall();
process.exitCode = await cli(process.argv.slice(2), processIo());
// Servers' sockets and ended workers may linger; a command that has returned has nothing left to do.
process.stdout.write("", () => process.exit());
