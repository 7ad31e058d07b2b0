import type { ScopeAgent, SystemUnderTest } from "../../agent/contract/contract.ts";
import type { Outages } from "../../base/outages/outages.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import type { SubstrateManifest } from "../../db/ports/substrate-manifest.ts";
import type { DataRedactor } from "../../import/redaction/redactor.ts";
import type { Config } from "../record/config/schema.ts";
import type { Ceilings } from "./ceilings/ceilings.ts";
import type { WorkerPool } from "./worker-pool.ts";

/** The run whose state is opened. */
interface OfRun {
  runDirectory: string;
  /** Where nobody goes on from its state: the file that the agent's files are kept in, the rest being in memory; null: no file either. Default: a database. */
  journal?: string | null | undefined;
}

/** What several stages share within one process: opened on first use, closed at the end. */
export interface Services {
  /** Where the calls of all databases wait for lost servers. */
  readonly outages: Outages;
  /** What the whole run may take. */
  readonly ceilings: Ceilings;
  /** Workers that execute in this process' place; null without a queue. */
  readonly pool: WorkerPool | null;
  /** Builds the corpus and the snapshot where they are missing; cheap when they are there. */
  snapshot(): Promise<SubstrateManifest>;
  substrate(): Promise<Substrate>;
  /** What replaced personal data in the corpus, for what people write about it; null where nothing did. */
  redactor(): Promise<DataRedactor | null>;
  /** Does something with the corpus' snapshot as it is, with the links that a discovery suite hides; closed after that. */
  withComplete<T>(use: (complete: Substrate) => Promise<T>): Promise<T>;
  /** The system under test over this run's state. */
  system(context: OfRun): Promise<ScopeAgent>;
  /** The external agents, by name, over state of their own. */
  externalAgents(context: OfRun): Promise<ReadonlyMap<string, SystemUnderTest>>;
  /** Services of their own for a configuration whose levels change the substrate, over the same run. One of them is open at a time: they share the run's state. */
  forConfig(config: Config, snapshotHash?: string): Services;
  /** Closes databases and systems; whoever asks next opens them anew. The memory of an embedded database never shrinks while it is open. */
  close(): Promise<void>;
}
