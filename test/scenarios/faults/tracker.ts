import { makeCorpus } from "../../../db/corpora/make-corpus.ts";
import type { Artifact, Corpus, Link } from "../../../db/ports/corpus.ts";
import { withPatterns } from "../../../harness/run/patterns/into-corpus.ts";

const PARTS = ["scheduler", "journal", "encoder", "gateway", "replica", "balancer", "tokenizer", "mirror"];
const SIGNS = ["stalls", "leaks handles", "prints garbage", "rejects input", "restarts twice", "loses order"];

/** A tracker: each part has each sign once, a report a day; of these some are reported again. */
export function smallTracker(): Corpus {
  const artifacts = PARTS.flatMap((part, p) =>
    SIGNS.map((sign, s) =>
      report(`BUG-${p + 1}${s + 1}`, {
        title: `The ${part} ${sign}`,
        text: `Since the upgrade the ${part} ${sign} whenever load is high.`,
        created: `2023-0${p + 1}-0${s + 1} 10:00:00`,
        component: part,
      }),
    ),
  );
  const more = [
    // A group of three: the last is asked, both others are the truth.
    report("BUG-90", {
      title: "Scheduler stalls under load",
      text: "The scheduler stalls again.",
      created: "2023-10-01 10:00:00",
      component: "scheduler",
    }),
    report("BUG-91", {
      title: "Jobs hang",
      text: "Nothing starts any more.",
      created: "2023-11-01 10:00:00",
      component: "scheduler",
    }),
    // Names the report that it repeats.
    report("BUG-92", {
      title: "Journal leaks",
      text: "As in BUG-22, handles are leaked.",
      created: "2023-11-02 10:00:00",
      component: "journal",
    }),
    // Nobody knows when it came.
    report("BUG-93", { title: "Encoder stalls", text: "The encoder stalls.", created: "", component: "encoder" }),
    report("BUG-94", {
      title: "Since the upgrade the gateway rejects input whenever load is high",
      text: "",
      created: "2023-11-03 10:00:00",
      component: "gateway",
    }),
  ];
  const links = [
    ["BUG-90", "BUG-11"],
    ["BUG-91", "BUG-90"],
    ["BUG-92", "BUG-22"],
    ["BUG-93", "BUG-31"],
    ["BUG-44", "BUG-94"],
  ].map(([sourceId, targetId]): Link => ({ sourceId: sourceId!, targetId: targetId!, kind: "duplicates" }));
  return makeCorpus({
    mapping: {
      name: "tracker",
      synthetic: true,
      artifactTypes: { bug: { role: "backlog_item", subtype: "bug", fault: true } },
      linkKinds: {},
      idPatterns: [{ role: "backlog_item", pattern: "BUG-\\d{2}", example: "BUG-11" }],
    },
    artifacts: [...artifacts, ...more],
    links,
    notes: [],
  });
}

/** The corpus with a pattern of these reports, as `corpus patterns --into` writes it. */
export function withPattern(corpus: Corpus, members: readonly string[]): Corpus {
  const facts = {
    name: "jobs hang",
    terms: ["hang"],
    summary: [],
    typical: [],
    components: [],
    triggers: [],
    group: null,
  };
  const pattern = { id: "P1", members: [...members], agreement: null, within: null, nearest: null, place: null };
  return withPatterns(corpus, {
    patterns: [{ ...facts, ...pattern }],
    ...{ reports: corpus.artifacts.length, apart: [], pipeline: "linkage", diagnostics: null },
  });
}

function report(
  id: string,
  { title, text, ...meta }: { title: string; text: string; created: string; component: string },
): Artifact {
  return { id, type: "bug", title, text, meta: { ...meta, affects: "1.0, 1.1" } };
}
