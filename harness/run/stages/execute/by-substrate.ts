import { grouped } from "../../../../base/grouped.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import type { ServedContext } from "../../../dag/stage.ts";
import { resolveConfig } from "../../../record/config/factors/resolve.ts";
import { configurationsOf } from "../../../record/config/matrix.ts";
import type { Config } from "../../../record/config/schema.ts";
import type { Configuration } from "../../../record/domain/names.ts";
import { gradeThresholds, isGraded } from "./grade-thresholds.ts";

/** Configurations that are executed over one substrate. */
interface SubstrateGroup {
  configurations: readonly Configuration[];
  of(): Promise<ServedContext>;
  close(): Promise<void>;
}

/** Groups one after the other, the run's own substrate first: embedded databases take memory, and Neo4j holds one snapshot. */
export function bySubstrate(context: ServedContext, own: Own): SubstrateGroup[] {
  const { config, services } = context;
  const groups = grouped(configurationsOf(config), (one) => substrateKey(resolveConfig(config, one)));
  const ofRun = substrateKey(config);
  const others = [...groups].filter(([key]) => key !== ofRun);
  // What is shared by all stays open where it is all.
  const close = others.length === 0 ? async () => undefined : () => services.close();
  const base = { configurations: groups.get(ofRun) ?? [], of: async () => context, close };
  return [base, ...others.map(([, configurations]) => otherGroup(configurations, { context, own }))];
}

interface Own {
  /** As the user gave it: thresholds are cosines of one embedding, so another's are found anew. */
  corrective: Config["corrective"];
  scenarios: readonly Scenario[];
}

function otherGroup(
  configurations: readonly Configuration[],
  { context, own: { corrective, scenarios } }: { context: ServedContext; own: Own },
): SubstrateGroup {
  const { substrate } = resolveConfig(context.config, configurations[0]!);
  const config = { ...context.config, substrate, corrective };
  const services = context.services.forConfig(config);
  const open = async (): Promise<ServedContext> => {
    const isNeeded = configurations.some((one) => isGraded(one, context.config));
    const thresholds = isNeeded ? await gradeThresholds(config, services, scenarios) : null;
    return {
      ...context,
      services,
      config: { ...config, ...(thresholds && { corrective: { ...corrective, thresholds } }) },
    };
  };
  let opened: Promise<ServedContext> | undefined;
  const of = () => {
    opened ??= open();
    return opened;
  };
  return { configurations, of, close: () => services.close() };
}

/** Of what the snapshot is made by. */
export function substrateKey({ substrate }: Pick<Config, "substrate">): string {
  return JSON.stringify(substrate);
}
