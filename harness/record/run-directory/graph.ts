import type { RunPath } from "./paths.ts";

/** What a stage takes from outside the run directory. */
export type Need =
  | "substrate"
  | "enrichment"
  | "scenarios"
  | "models"
  | "external_agents"
  | "primary"
  | "calibration"
  | "meta"
  /** Of judges that are asked elsewhere: no judge may be of the family that it judges. */
  | "families"
  /** What draws figures and builds reports: packages that an installation may be without. */
  | "pictures";

/** A stage's place in the graph. Artifacts are parts of a run directory, by their name in `RUN_PATHS`; one that no stage writes comes from a command. */
export interface Declaration {
  reads: readonly RunPath[];
  writes: readonly RunPath[];
  takes: readonly Need[];
}

/** Everything about the stages' order and staleness follows from these lines. Beside them each reads the manifest and the frozen configuration. */
export const GRAPH = {
  generate: { reads: [], writes: ["scenarios", "corpusIds", "patterns"], takes: ["substrate", "scenarios"] },
  execute: {
    reads: ["scenarios"],
    writes: ["rawOutput", "workerTraces", "state", "externalAgentState"],
    takes: ["substrate", "models", "external_agents"],
  },
  extract: {
    reads: ["scenarios", "corpusIds", "rawOutput", "workerTraces", "state", "externalAgentState"],
    writes: ["extractions", "prompts"],
    takes: ["substrate", "external_agents"],
  },
  judge: {
    reads: ["scenarios", "corpusIds", "extractions", "primaryAnswers"],
    writes: ["verdicts"],
    takes: ["primary"],
  },
  calibrate: {
    reads: ["scenarios", "corpusIds", "extractions", "verdicts", "calibrationAnswers"],
    writes: ["calibration"],
    takes: ["calibration"],
  },
  "meta-judge": {
    reads: ["scenarios", "corpusIds", "extractions", "verdicts", "calibration"],
    writes: ["meta"],
    takes: ["meta"],
  },
  baselines: { reads: ["scenarios", "corpusIds"], writes: ["baselines"], takes: ["substrate", "primary"] },
  score: {
    reads: [
      "scenarios",
      "corpusIds",
      "rawOutput",
      "extractions",
      "verdicts",
      "calibration",
      "meta",
      "baselines",
      "probes",
      "ratings",
    ],
    writes: ["metrics", "trec"],
    takes: [],
  },
  plots: { reads: ["metrics"], writes: ["plots"], takes: ["pictures"] },
  report: {
    reads: [
      "scenarios",
      "corpusIds",
      "patterns",
      "rawOutput",
      "extractions",
      "prompts",
      "verdicts",
      "calibration",
      "meta",
      "metrics",
      "plots",
      "pages",
      "notebooks",
      "comparison",
      "baselineExecutions",
    ],
    writes: ["report"],
    takes: ["pictures"],
  },
} as const satisfies Record<string, Declaration>;

export type StageName = keyof typeof GRAPH;

const DECLARED: Readonly<Record<StageName, Declaration>> = GRAPH;

/** Every stage after those that it reads from; of two that are free, the one that was declared first. */
export const STAGE_NAMES: readonly StageName[] = inOrder();

function inOrder(): StageName[] {
  const left = Object.keys(DECLARED) as StageName[];
  const order: StageName[] = [];
  while (left.length > 0) {
    const free = left.findIndex((name) => writersOf(DECLARED[name].reads).every((before) => order.includes(before)));
    if (free < 0) throw new Error(`stages that read from each other: ${left.join(", ")}`);
    order.push(...left.splice(free, 1));
  }
  return order;
}

/** The stages that artifacts come from. */
export function writersOf(artifacts: readonly RunPath[]): StageName[] {
  return [...new Set(artifacts.flatMap((artifact) => writerOf(artifact) ?? []))];
}

/** The stages that it follows from, however far. */
export function ancestorsOf(name: StageName): ReadonlySet<StageName> {
  const before = writersOf(DECLARED[name].reads);
  return new Set([...before, ...before.flatMap((each) => [...ancestorsOf(each)])]);
}

/** Null for what commands leave in a run. */
export function writerOf(artifact: RunPath): StageName | null {
  return (Object.keys(DECLARED) as StageName[]).find((name) => DECLARED[name].writes.includes(artifact)) ?? null;
}

/** What stages take from outside, each once. */
export function needsOf(stages: readonly StageName[]): Need[] {
  return [...new Set(stages.flatMap((stage) => DECLARED[stage].takes))];
}
