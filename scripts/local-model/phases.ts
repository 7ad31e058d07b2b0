import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const RECORDED = new URL("../../test/input/local-model/", import.meta.url);

interface Phase {
  name: string;
  /** A command line, in the folder of the configuration. */
  command(address: string): readonly string[];
}

/** What asks the model, in the order in which each builds on the run before it. */
export const PHASES: readonly Phase[] = [
  { name: "retrieval", command: () => ["run", "--until", "score", "--workflows", "keyword_rag,corrective_sparse"] },
  {
    name: "preferences",
    command: () => ["judge", "prefer", "latest", "smollm2__keyword_rag__prompt", "smollm2__corrective_sparse__prompt"],
  },
  { name: "enrichment", command: () => ["corpus", "ingest", "-c", "enriched.yaml"] },
  { name: "agents", command: () => ["run", "--until", "score", "--workflows", "react,plan_execute"] },
  { name: "probes", command: () => ["judge", "probe", "latest", "--sample", "1"] },
  {
    name: "try",
    command: (address) => [
      ...["setup", "model", "try", "--address", address, "--id", "smollm2-135m"],
      ...["--scenarios", "0", "--context-tokens", "600", "--json"],
    ],
  },
];

export function exchangesOf(phase: string): URL {
  return new URL(`${phase}.jsonl`, RECORDED);
}

/** The configuration, with the address at which the model answers now. */
export async function writeBench(folder: string, address: string): Promise<void> {
  for (const name of ["bench.yaml", "enriched.yaml"]) {
    const text = await readFile(new URL(name, RECORDED), "utf8");
    await writeFile(join(folder, name), text.replaceAll("http://model.test/v1", address));
  }
}
