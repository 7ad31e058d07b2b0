import { setFlagsFromString } from "node:v8";

type Parse = typeof import("libpg-query")["parse"];
let parser: Promise<Parse> | undefined;

/** PostgreSQL's own parse tree of a text. Errors as libpg-query's. */
export async function parseSql(text: string): ReturnType<Parse> {
  parser ??= loadParser();
  return (await parser)(text);
}

/** Whether a module of WebAssembly is made faster while it runs is laid down when it first runs. */
const TIERS = ["wasm-tier-up", "wasm-dynamic-tiering"];

/** The grammar is one function of thousands of states: V8 takes .4 s of processor time and 340 MB to make it faster, and 6,000 statements take as long as before. */
async function loadParser(): Promise<Parse> {
  for (const flag of TIERS) setFlagsFromString(`--no-${flag}`);
  try {
    const { parse } = await import("libpg-query");
    await parse("SELECT 1");
    return parse;
  } finally {
    for (const flag of TIERS) setFlagsFromString(`--${flag}`);
  }
}
