import { describe } from "vitest";
import { ALL_PROTOCOLS } from "./rows/errors.ts";
import { SERVERS } from "./rows/servers.ts";
import { runRows } from "./run-rows.ts";

describe.each(ALL_PROTOCOLS)("servers that speak something like %s", (protocol) =>
  runRows(protocol, SERVERS[protocol]),
);
