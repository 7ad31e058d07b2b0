import { grouped } from "../../../../base/grouped.ts";
import type { ServedContext } from "../../../dag/stage.ts";
import { resolveConfig } from "../../../record/config/factors/resolve.ts";
import { configurationsOf } from "../../../record/config/matrix.ts";
import type { Config } from "../../../record/config/schema.ts";
import type { Configuration } from "../../../record/domain/names.ts";

/** Configurations that are executed over one substrate. */
interface SubstrateGroup {
  configurations: readonly Configuration[];
  of(): Promise<ServedContext>;
  close(): Promise<void>;
}

/** Groups one after the other, the run's own substrate first: embedded databases take memory, and Neo4j holds one snapshot. */
export function bySubstrate(context: ServedContext): SubstrateGroup[] {
  const { config, services } = context;
  const groups = grouped(configurationsOf(config), (one) => substrateKey(resolveConfig(config, one)));
  const own = substrateKey(config);
  const others = [...groups].filter(([key]) => key !== own);
  // What is shared by all stays open where it is all.
  const close = others.length === 0 ? async () => undefined : () => services.close();
  const base = { configurations: groups.get(own) ?? [], of: async () => context, close };
  return [base, ...others.map(([, configurations]) => otherGroup(configurations, context))];
}

function otherGroup(configurations: readonly Configuration[], context: ServedContext): SubstrateGroup {
  const resolved = resolveConfig(context.config, configurations[0]!);
  const services = context.services.forConfig({ ...context.config, substrate: resolved.substrate });
  return { configurations, of: async () => ({ ...context, services }), close: () => services.close() };
}

/** Of what the snapshot is made by. */
export function substrateKey({ substrate }: Pick<Config, "substrate">): string {
  return JSON.stringify(substrate);
}
