/** One page of the site: where it lies there, without ending, and what it is made from. */
export interface SitePage {
  path: string;
  /** A Markdown file of this checkout, from its root. Absent: the page is generated. */
  source?: string;
}

const guide = (name: string): SitePage => ({ path: `guides/${name}`, source: `docs/guides/${name}.md` });
const page = (name: string): SitePage => ({ path: name, source: `docs/${name}.md` });
const method = (name: string): SitePage => ({ path: `method/${name}`, source: `docs/method/${name}.md` });
const decision = (name: string): SitePage => ({ path: `decisions/${name}`, source: `design/${name}.md` });

/** Pages that somebody wrote, in reading order. A page of `docs/` or `design/` that is missing here fails a test. */
export const WRITTEN: Readonly<Record<string, readonly SitePage[]>> = {
  Start: ["start", "tasks", "results", "limits", "stability", "platforms", "network", "glossary"].map(page),
  Guides: [
    "corpus",
    "formats",
    "embeddings",
    "agent",
    "model",
    "judge",
    "ci",
    "report",
    "sharing",
    "failures",
    "patterns",
    "audit",
    "conform",
    "disputes",
    "bench",
    "live-sources",
    "assistant",
    "assistant-serving",
    "assistant-api",
    "workers",
    "factors",
    "servers",
  ].map(guide),
  Method: [
    ...[
      "scoring",
      "statistics",
      "guards",
      "cypher",
      "judges",
      "gate",
      "deciding",
      "scenarios",
      "baselines",
      "strategies",
      "clustering",
      "study",
    ],
    "weaknesses",
  ].map(method),
  Decisions: [
    ...["decisions", "substrate", "sources", "live-sources", "suites", "agent-runtime", "external-agents"],
    ...["models", "policy-models", "cypher", "scale", "assistant", "notebook", "figures", "interchange"],
  ].map(decision),
  Measurements: [{ path: "measurements/index", source: "design/measurements.md" }],
};

/** Words that readers type and the pages do not say often enough, by page. */
export const KEYWORDS: Readonly<Record<string, string>> = {
  tasks: "which command overview list",
  "reference/metrics": "formula definition ndcg map mrr recall precision",
  "reference/configuration": "config yaml schema keys options",
};
