import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeRandom, randomInteger } from "../../../base/random.ts";
import { UserError } from "../../../base/user-error.ts";
import { importSource } from "../../../import/sources/import-source.ts";
import { fixture, tempFile } from "./read-fixture.ts";

const FILES: readonly (readonly [format: string, path: string])[] = [
  ["beir", fixture("beir/corpus.jsonl")],
  ["azure-devops", fixture("azure-devops.csv")],
  ["azure-devops", formats("trackers/azure-cli-work-items.json")],
  ["enterprise-rag-bench", fixture("enterprise-rag-bench/questions.jsonl")],
  ["doorstop", formats("doorstop/rpmget/reqs/REQ002.yml")],
  ["gherkin", formats("gherkin/cucumber-testdata/i18n_fr.feature")],
  ["github-issues", formats("trackers/github-betamax-issues.json")],
  ["json", fixture("xray-graphql.json")],
  ["jira", formats("trackers/jira-devlake-board.json")],
  ["jira", formats("trackers/jira-gojira-indented.xml")],
  ["markdown", formats("gherkin/cynodeai/docs/requirements/identy.md")],
  ["openfasttrace", formats("openfasttrace/row-level-security/doc/system_requirements.md")],
  ["robot", formats("robot/vmware-vic/1-03-Docker-Images.robot")],
  ["robot", formats("robot/made-robot-output.xml")],
  ["sphinx-needs", formats("sphinx-needs/needs-json/needs_test.json")],
  ["strictdoc", formats("strictdoc/strictdoc-own/strictdoc_25_design.sdoc")],
  ["junit", formats("junit-xml/made-pytest.xml")],
  ["reqif", formats("reqif/strictdoc-export.reqif")],
  ["reqif", formats("reqif/polarion-export.reqifz")],
  ["table", fixture("tests.csv")],
  ["table", formats("test-management/zephyr-squad-export.xlsx")],
  ["table", formats("test-management/qtest-export.xls")],
  ["testlink", formats("test-management/testlink-testproject.xml")],
  ["testrail", formats("test-management/testrail-suite-export.xml")],
  ["trec", formats("trec/anserini/docs.trec1.txt")],
  ["zephyr-scale", formats("test-management/zephyr-scale-cloud.xml")],
];

function formats(path: string): string {
  return join(import.meta.dirname, "../../input/formats", path);
}

/** What happens to files on their way. */
const DAMAGES: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  empty: () => Buffer.alloc(0),
  "white space alone": () => Buffer.from(" \n\n\t "),
  "cut off after a quarter": (bytes) => bytes.subarray(0, bytes.length >> 2),
  "cut off before its end": (bytes) => bytes.subarray(0, bytes.length - 20),
  "without its beginning": (bytes) => bytes.subarray(40),
  "zeroes in the middle": (bytes) =>
    Buffer.concat([bytes.subarray(0, bytes.length >> 1), Buffer.alloc(64), bytes.subarray(bytes.length >> 1)]),
  "bytes of no encoding": (bytes) =>
    Buffer.concat([bytes.subarray(0, 60), Buffer.from([0xc3, 0x28, 0xff, 0xfe]), bytes.subarray(60)]),
  "a login page in its place": () =>
    Buffer.from("<!DOCTYPE html><html><body><form>Please sign in</form></body></html>"),
  "twice in one file": (bytes) => Buffer.concat([bytes, bytes]),
  "a hundred flipped bytes": (bytes) => flipped(bytes),
};

function flipped(bytes: Buffer): Buffer {
  const random = makeRandom("damage", bytes.length);
  const copy = Buffer.from(bytes);
  for (let n = 0; n < 100; n++) copy[randomInteger(random, copy.length)] = randomInteger(random, 256);
  return copy;
}

const NAMED = FILES.map(([format, path]) => ({ format, path, name: basename(path) }));

describe.each(NAMED)("$name, as $format", ({ format, path, name }) => {
  it.each(Object.keys(DAMAGES))("%s: refused by its name with what to do, or read", async (damage) => {
    const damaged = (DAMAGES[damage] as (bytes: Buffer) => Buffer)(await readFile(path));
    const read = importSource(await tempFile(name, damaged), { format, maxFaulty: 1 });
    const error = await read.then(
      () => null,
      (caught: unknown) => caught,
    );
    if (error === null) return;
    expect(error, String((error as Error).stack)).toBeInstanceOf(UserError);
    const { message, problems, hint } = error as UserError;
    expect([message, ...problems].join("\n")).toMatch(
      /\S+\.(jsonl|xml|reqifz?|csv|xlsx?|txt|json|ya?ml|md|sdoc|feature|robot)|no artifact|no column/,
    );
    expect(hint).toBeTruthy();
  });
});
