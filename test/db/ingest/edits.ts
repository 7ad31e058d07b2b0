import { pick, type Random, randomInteger } from "../../../base/random.ts";
import { makeCorpus } from "../../../db/corpora/make-corpus.ts";
import type { Artifact, Corpus, Link } from "../../../db/ports/corpus.ts";

/** One random change of a corpus: what people do between two ingests. */
type Edit = (corpus: Content, random: Random) => void;

interface Content {
  artifacts: Artifact[];
  links: Link[];
}

const WORDS = ["handover", "paging", "charging", "failure", "setup", "timer T304", "IPv6", "zebra", "FEA-102", "cell"];

const EDITS: Record<string, Edit> = {
  changeText({ artifacts }, random) {
    const at = randomInteger(random, artifacts.length);
    artifacts[at] = { ...artifacts[at]!, text: `${artifacts[at]!.text} ${words(random, 5)}` };
  },
  changeTitle({ artifacts }, random) {
    const at = randomInteger(random, artifacts.length);
    artifacts[at] = { ...artifacts[at]!, title: words(random, 3) };
  },
  lengthen({ artifacts }, random) {
    const at = randomInteger(random, artifacts.length);
    artifacts[at] = { ...artifacts[at]!, text: words(random, 200) };
  },
  changeReferences({ artifacts }, random) {
    const at = artifacts.findIndex((artifact) => artifact.id === pick(random, ids(artifacts, "test_case")));
    const wanted = [pick(random, ["REQ-201 (v2)", "FEA-999", "see DD-301", "nobody knows", "req-202/FEA-101"])];
    if (at >= 0) artifacts[at] = { ...artifacts[at]!, meta: { ...artifacts[at]!.meta, references: wanted } };
  },
  changeRole({ artifacts }, random) {
    const at = randomInteger(random, artifacts.length);
    const type = pick(random, ["test_case", "feature", "requirement", "message", "protocol", "glossary", "lab_note"]);
    artifacts[at] = { ...artifacts[at]!, type };
  },
  remove(content, random) {
    const { id } = pick(random, content.artifacts);
    content.artifacts = content.artifacts.filter((artifact) => artifact.id !== id);
    content.links = content.links.filter(({ sourceId, targetId }) => sourceId !== id && targetId !== id);
  },
  removeTarget(content, random) {
    // Its links stay behind in the payloads, and become references to nothing.
    const id = pick(random, ids(content.artifacts, "requirement", "feature"));
    content.artifacts = content.artifacts.filter((artifact) => artifact.id !== id);
    content.links = content.links.filter(({ sourceId, targetId }) => sourceId !== id && targetId !== id);
  },
  add({ artifacts, links }, random) {
    const id = `TC-${3000 + randomInteger(random, 6000)}`;
    if (artifacts.some((artifact) => artifact.id === id)) return;
    artifacts.push({ id, type: "test_case", title: words(random, 4), text: words(random, 30), meta: {} });
    links.push({ sourceId: id, targetId: pick(random, ids(artifacts, "feature", "requirement")), kind: "tests" });
  },
  resolve({ artifacts }) {
    // TC-1028 refers to it from the start.
    if (artifacts.every(({ id }) => id !== "FEA-999"))
      artifacts.push({ id: "FEA-999", type: "feature", title: "Late", text: "It came late.", meta: {} });
  },
  retarget({ artifacts, links }, random) {
    const at = links.findIndex(({ kind }) => kind === "tests");
    if (at >= 0) links[at] = { ...links[at]!, targetId: pick(random, ids(artifacts, "feature", "requirement")) };
  },
  addLink({ artifacts, links }, random) {
    const [sourceId, targetId] = [pick(random, artifacts).id, pick(random, artifacts).id];
    links.push({ sourceId, targetId, kind: pick(random, ["contains", "tests", "sends", "exercises", "defines"]) });
  },
  removeLink(content, random) {
    const at = randomInteger(random, content.links.length);
    content.links = content.links.filter((_link, index) => index !== at);
  },
};

/** A corpus after some random edits, and their names. */
export function edited(corpus: Corpus, random: Random, count: number): { corpus: Corpus; edits: string[] } {
  const content: Content = { artifacts: [...corpus.artifacts], links: [...corpus.links] };
  const edits = Array.from({ length: count }, () => pick(random, Object.keys(EDITS)));
  for (const edit of edits) EDITS[edit]!(content, random);
  const links = [...new Map(content.links.map((link) => [JSON.stringify(link), link])).values()];
  return { corpus: makeCorpus({ ...corpus, artifacts: content.artifacts, links }), edits };
}

function ids(artifacts: readonly Artifact[], ...types: string[]): string[] {
  return artifacts.filter(({ type }) => types.includes(type)).map(({ id }) => id);
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => pick(random, WORDS)).join(" ");
}
