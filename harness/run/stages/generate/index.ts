import { countOf } from "../../../../base/counts.ts";
import { hashOf } from "../../../../base/hash.ts";
import { sayAsWritten, sayReview } from "../../../../scenarios/review.ts";
import { writeGenerated } from "../../../../scenarios/set-file.ts";
import { settingsNamed } from "../../../dag/settings.ts";
import type { ServedContext, Stage } from "../../../dag/stage.ts";
import type { Config } from "../../../record/config/schema.ts";
import { writeCorpusIds } from "../../../record/run-directory/corpus-ids.ts";
import { GRAPH } from "../../../record/run-directory/graph.ts";
import { updateManifest } from "../../../record/run-directory/manifest.ts";
import { runPath } from "../../../record/run-directory/paths.ts";
import { writePatterns } from "../../../record/run-directory/patterns.ts";
import { selectedSet } from "./selected-set.ts";

const NAMED = settingsNamed("corpus", "redaction", "substrate", "scenarios");

/** Fixes what is asked: the snapshot, and `scenarios.yaml` with ground truth that two routes agree on. */
export const generateStage = {
  name: "generate",
  ...GRAPH.generate,
  version: 2,
  settings: (config) => ({ ...NAMED(config), enrichment: describedBy(config) }),
  async run({ services, ...context }: ServedContext) {
    const substrate = await services.substrate();
    const { manifest: snapshot } = substrate;
    await writeCorpusIds(context.runDirectory, substrate);
    await writePatterns(context.runDirectory, substrate);
    context.effects.log("scenarios: deriving ground truth, then again by a second route");
    const selected = await selectedSet(services, context.config, (done, total) => {
      context.signal.throwIfAborted(); // What was derived so far is not kept.
      context.progress({ done, total, what: "truths" });
    });
    const set = await writeGenerated(runPath(context.runDirectory, "scenarios"), selected);
    const notes = [...set.notes, ...[sayReview(set), sayAsWritten(set)].filter((said) => said !== null)];
    for (const note of notes) context.effects.log(note);
    await updateManifest(context.runDirectory, () => ({
      substrate: snapshot,
      synthetic_corpus: snapshot.mapping.synthetic,
      scenarios: { count: set.scenarios.length, hash: hashOf(set), notes },
    }));
    const validated = set.scenarios.filter((scenario) => scenario.derivation?.validated).length;
    return `${countOf(set.scenarios.length, "scenario")}, ${validated} re-validated`;
  },
} satisfies Stage;

/** Who describes each text: how often and how fast it is asked decides nothing. */
function describedBy({ enrichment }: Config): object | undefined {
  return enrichment && { provider: enrichment.model.provider, model: enrichment.model.model };
}
