import { join } from "node:path";
import type { AgentEnvironment, ScopeAgent } from "../../../agent/contract/contract.ts";
import type { ExternalSystems } from "../../../agent/external-agents/system.ts";
import { Outages } from "../../../base/outages/outages.ts";
import type { SubstrateOptions } from "../../../db/options/substrate-options.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import type { SubstrateManifest } from "../../../db/ports/substrate-manifest.ts";
import { openSubstrate } from "../../../db/substrate.ts";
import { type Ceilings, NO_CEILINGS } from "../../dag/ceilings/ceilings.ts";
import type { Services } from "../../dag/services.ts";
import type { WorkerPool } from "../../dag/worker-pool.ts";
import type { Config } from "../../record/config/schema.ts";
import { toCrossEncoder, toExternalAgentConfig } from "../../record/config/to-agent.ts";
import { redactorOf } from "../../record/config/to-redactor.ts";
import { toSubstrateOptions } from "../../record/config/to-substrate.ts";
import type { Effects } from "../../record/effects.ts";
import { RUN_PATHS } from "../../record/run-directory/paths.ts";
import { toLiveSources } from "./live-sources.ts";
import { prepareSnapshot, type SnapshotNeeds } from "./prepare-snapshot.ts";

/** Opens corpus, substrate and system when they are first asked for. */
export function openServices(
  needs: Omit<SnapshotNeeds, "outages"> & {
    outages?: Outages;
    pool?: WorkerPool | null;
    ceilings?: Ceilings;
    /** The embedded database is asked each question once. */
    remembers?: boolean;
  },
): Services {
  const { config, effects, signal } = needs;
  const outages = needs.outages ?? new Outages({ waitMs: waitMsOf(config), signal, log: effects.log });
  let options: Promise<SubstrateOptions> | undefined;
  let snapshot: Promise<SubstrateManifest> | undefined;
  let substrate: Promise<Substrate> | undefined;
  let system: Promise<ScopeAgent> | undefined;
  let external: Promise<ExternalSystems> | undefined;
  const substrateOptions = (): Promise<SubstrateOptions> => {
    options ??= toSubstrateOptions(config.substrate, effects);
    return options;
  };
  const services: Services = {
    outages,
    pool: needs.pool ?? null,
    ceilings: needs.ceilings ?? NO_CEILINGS,
    snapshot() {
      snapshot ??= substrateOptions().then((resolved) => prepareSnapshot({ ...needs, outages }, resolved));
      return snapshot;
    },
    substrate() {
      substrate ??= services.snapshot().then(async ({ snapshot_hash: snapshotHash }) =>
        openSubstrate(snapshotHash, await substrateOptions(), {
          environment: effects.environment,
          log: effects.log,
          outages,
          remembers: needs.remembers,
        }),
      );
      return substrate;
    },
    redactor: () => redactorOf(config, effects.environment),
    async withComplete(use) {
      const complete = openServices({
        ...needs,
        outages,
        config: { ...config, scenarios: { ...config.scenarios, suite: undefined } },
      });
      try {
        return await use(await complete.substrate());
      } finally {
        await complete.close();
      }
    },
    forConfig: (other, snapshotHash) => openServices({ ...needs, outages, config: other, snapshotHash }),
    system({ runDirectory, journal }) {
      const stateLocation = journal === undefined ? join(runDirectory, RUN_PATHS.state) : { journal };
      system ??= openSystem(services, {
        ...{ stateLocation, effects, retrievals: config.retrievals },
        crossEncoder: toCrossEncoder(config.cross_encoder),
        liveSources: config.live_sources,
      });
      return system;
    },
    async externalAgents({ runDirectory, journal }) {
      const stateLocation = journal === undefined ? join(runDirectory, RUN_PATHS.externalAgentState) : { journal };
      external ??= openExternal(services, { config, stateLocation, effects });
      return (await external).systems;
    },
    async close() {
      const opened = [system, external, substrate];
      [system, external, substrate] = [undefined, undefined, undefined];
      for (const resource of opened) await closeQuietly(resource);
    },
  };
  return services;
}

/** Whether nothing but stand-ins is asked: their times say nothing about anybody's. */
export function areStandInsAlone({ models, external_agents }: Config): boolean {
  return external_agents.length === 0 && models.every(({ provider }) => provider === "policy");
}

/** How long a call waits for a lost server. */
export function waitMsOf({ outages }: Config): number {
  return 1000 * outages.wait_s;
}

/** The agent's libraries take a second to load: only what runs it waits for them. */
async function openSystem(
  services: Services,
  {
    effects,
    liveSources,
    ...own
  }: Pick<AgentEnvironment, "stateLocation" | "retrievals" | "crossEncoder"> & {
    effects: Effects;
    liveSources: Config["live_sources"];
  },
): Promise<ScopeAgent> {
  const substrate = services.substrate();
  substrate.catch(() => undefined); // Whoever opens the agent hears of it; not so while its libraries load.
  const [{ openScopeAgent }, live] = await Promise.all([
    import("../../../agent/system.ts"),
    toLiveSources(liveSources, { environment: effects.environment, outages: services.outages }),
  ]);
  return openScopeAgent({ ...own, ...(live && { live }), substrate, environment: effects.environment });
}

async function openExternal(
  services: Services,
  { config, stateLocation, effects }: { config: Config; effects: Effects } & Pick<AgentEnvironment, "stateLocation">,
): Promise<ExternalSystems> {
  const { outages } = services;
  const [substrate, { openExternalAgents }] = await Promise.all([
    services.substrate(),
    import("../../../agent/external-agents/system.ts"),
  ]);
  const environment = effects.environment;
  return openExternalAgents(config.external_agents.map(toExternalAgentConfig), {
    substrate,
    stateLocation,
    environment,
    outages,
  });
}

interface Closable {
  close(): Promise<void>;
}

/** What never opened needs no closing: its error has reached whoever asked for it. */
async function closeQuietly(opened: Promise<Closable> | undefined): Promise<void> {
  const resource = await opened?.catch(() => undefined);
  await resource?.close();
}
