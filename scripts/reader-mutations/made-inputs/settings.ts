import { fixtureManifest } from "../../../test/harness/run-fixture/manifest.ts";
import type { BaseInput } from "../base-input.ts";
import { LINES, layout, places, ROWS } from "../layouts.ts";
import { markOf } from "../marks.ts";
import { packedRecording, packedRun } from "../packed.ts";
import { TWELVE } from "./twelve.ts";

const config = `models:
${TWELVE.map((id) => `  - { name: model-${id}, provider: openai, model: gpt-${id} }\n`).join("")}workflows: [react]
knowledge: [prompt]
`;
const mapping = `name: small
artifactTypes:
${TWELVE.map((id) => `  "type-${id}": { role: backlog_item, subtype: sub-${id} }\n`).join("")}linkKinds:
  covers: { role: reference }
`;
const scenarios = `version: 1
corpus: small
snapshot: any
seed: null
scenarios:
${TWELVE.map(
  (id) =>
    `  - { id: S1${String(id).padStart(2, "0")}, family: lookup, complexity: single_hop, answerable: true, turns: ["question ${id}"], expected_ids: [TC-${id}], expected_entities: [], reference_answer: "answer ${id}" }\n`,
).join("")}`;
const failureGroups = `version: 1
clusters:
${TWELVE.map((id) => `  - { id: F${id}, name: group ${id}, last_seen: run, mean: { ids.never_retrieved: 1 } }\n`).join("")}`;
const glossary = `version: 1\nentries:\n${TWELVE.map((id) => `  - { term: T${id}, kind: acronym, expansion: Term ${id}, seen: ${id}, keep: true }\n`).join("")}`;
const features = `version: 1\nfiles: ["*.cfg"]\nfeatures:\n${TWELVE.map((id) => `  - { feature: F${id}, block: ^router a${id}, seen: ${id}, keep: true }\n`).join("")}`;
const deviceConfiguration = TWELVE.map((id) => `interface Ethernet${id}\n description to-${id}\n!\n`).join("");
const page = `---\ntitle: Own page\n---\n# Own page\n${TWELVE.map((id) => `\nA paragraph of ${id}.\n`).join("")}`;
const answer = `{\n"answer": "Two.",\n"ranked_ids": [\n${TWELVE.map((id) => `"TC-${id}"`).join(",\n")}\n],\n"abstained": false\n}`;
const recording = TWELVE.flatMap((id) => [
  JSON.stringify({ chunk: { text: `chunk ${id}` } }),
  JSON.stringify({ call: { thread: "t", take: 1, order: id - 1, parts: {}, items: [], answer: { rest: id - 1 } } }),
]).join("\n");
const packed = TWELVE.map((id) => JSON.stringify({ id, text: `record ${id}` })).join("\n");
const IN_LIST = (text: string) =>
  LINES(text).filter(({ start, end }) => /^\s*-? ?(?:\{|"[\w-]+": \{)/.test(text.slice(start, end)));

/** The three files of a study name the same people and scales: they have their marks from the start. */
const MARKED_ROWS = layout(ROWS, null, /(?!)/, "csv");
const faultPatterns = `version: 1\ncorpus: c\ncorpus_hash: h\ntypes: [bug]\nreports: 12\nseed: 7\npair_share: 0.01\nheight: 0.8\napart: []\npatterns:\n${TWELVE.map((id) => `  - { id: P${id}, name: pattern ${id}, terms: [a], members: [R-${id}], typical: [R-${id}], summary: [], agreement: null, group: null }\n`).join("")}`;
const plan = `a: one${markOf(90)}\nb: two${markOf(91)}\npeople: 12\nscales: [trust${markOf(92)}, efficiency${markOf(93)}]\n`;
const assignment = `person,order,first,second\n${TWELVE.map((id) => `P${markOf(id)},${id % 2 ? "AB" : "BA"},one,two\n`).join("")}`;
const answers = `person,period,scale,item_1,item_2,item_3,item_4,importance\n${TWELVE.map((id) => `P${markOf(id)},1,trust${markOf(92)},3,4,5,6,7\n`).join("")}`;

/** What people set, and what programs answer or send. */
export const SETTING_INPUTS: readonly BaseInput[] = [
  {
    reader: "configuration file",
    path: "bench.yaml",
    layout: layout(IN_LIST, /name: ([^,]*)/, /model: ([^ }]*)/),
    text: config,
  },
  {
    reader: "glossary",
    path: "glossary.yaml",
    layout: layout(IN_LIST, /term: ([^,]*)/, /expansion: ([^,]*)/),
    text: glossary,
  },
  {
    reader: "configuration features",
    path: "features.yaml",
    layout: layout(IN_LIST, /feature: ([^,]*)/, /block: ([^,]*)/),
    text: features,
  },
  {
    reader: "device configuration",
    path: "r1.cfg",
    layout: layout((text) => places(text, /^interface[^!]*!\n/gm), /interface (\S+)/, /description (\S+)/),
    text: deviceConfiguration,
  },
  {
    reader: "corpus mapping",
    path: "corpus.yaml",
    layout: layout(IN_LIST, /^ +"([\w-]+)":/, /subtype: ([^ }]*)/),
    text: mapping,
  },
  {
    reader: "failure groups",
    path: "failures.yaml",
    layout: layout(IN_LIST, /id: ([^,]*)/, /name: ([^,]*)/),
    text: failureGroups,
  },
  {
    reader: "fault patterns",
    path: "patterns.yaml",
    layout: layout(IN_LIST, /id: ([^,]*)/, /name: ([^,]*)/),
    text: faultPatterns,
  },
  {
    reader: "scenario set",
    path: "set.yaml",
    layout: layout(IN_LIST, /id: ([^,]*)/, /turns: \["([^"]*)/),
    text: scenarios,
  },
  {
    reader: "persons",
    path: "persons.txt",
    layout: layout(LINES, null, /^(\w+)/, "lines"),
    text: TWELVE.map((id) => `Person${id}; alias${id}\n`).join(""),
  },
  {
    reader: "word vectors",
    path: "vectors.txt",
    layout: layout(LINES, null, /^(\w+)/, "lines"),
    text: TWELVE.map((id) => `word${id} ${id}.5 0.25 -1e-3\n`).join(""),
  },
  {
    reader: "word vectors",
    path: "vectors.jsonl",
    layout: layout(LINES, null, /"word":"(\w+)/, "lines"),
    text: TWELVE.map((id) => `${JSON.stringify({ word: `word${id}`, vector: [id, 0.5] })}\n`).join(""),
  },
  { reader: "own page", path: "page.md", layout: layout(LINES, null, /^(A paragraph[^\n]*)/), text: page },
  {
    reader: "recording",
    path: "r.cassette",
    layout: layout(LINES, null, /"text":"([^"]*)/),
    text: `${recording}\n`,
    pack: packedRecording,
  },
  {
    reader: "packed run",
    path: "run.zip",
    layout: layout(LINES, /"id":(\d+)/, /"text":"([^"]*)/),
    text: packed,
    pack: (text) => packedRun({ "manifest.json": JSON.stringify(fixtureManifest()), "raw_output/a.jsonl": text }),
  },
  {
    reader: "external agent's answer",
    path: "answer.json",
    layout: layout(
      (text) => LINES(text).filter(({ start, end }) => text.slice(start, end).startsWith('"TC')),
      null,
      /^"([^"]*)/,
    ),
    text: answer,
  },
  {
    reader: "study",
    path: "answers.csv",
    layout: MARKED_ROWS,
    text: answers,
    beside: { "study.yaml": plan, "assignment.csv": assignment },
  },
  {
    reader: "study",
    path: "assignment.csv",
    layout: MARKED_ROWS,
    text: assignment,
    beside: { "study.yaml": plan, "answers.csv": answers },
  },
  {
    reader: "study",
    path: "study.yaml",
    layout: { ...MARKED_ROWS, each: undefined },
    text: plan,
    beside: { "assignment.csv": assignment, "answers.csv": answers },
  },
];
