import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { substrateOptionsSchema } from "../../../../db/options/substrate-options.ts";
import { buildSubstrate, openSubstrate } from "../../../../db/substrate.ts";
import type { Feature } from "../../../../harness/run/attachments/features-file.ts";
import { featureReader, withCandidates } from "../../../../harness/run/attachments/find-features.ts";
import { triggersOf } from "../../../../harness/run/patterns/triggers.ts";
import { readDeviceConfiguration } from "../../../../import/attachments/device-configuration.ts";
import { importSource } from "../../../../import/sources/import-source.ts";
import { runCli } from "../../cli/run-cli.ts";

let cwd: string;
const FILES = {
  "RAN-1/show/running-config.txt": "hostname r1\nrouter bgp 65001\n neighbor 10.0.0.2 remote-as 65002\nrouter ospf 1\n",
  "RAN-2_core.cfg": "hostname r2\nrouter bgp 65002\n bgp log-neighbor-changes\nno router ospf\n",
  "RAN-12.cfg": "hostname r12\nrouter rip\n network 10.0.0.0\nbanner motd #\nrouter ospf 1\n#\n",
  "RAN-1/notes.txt": "router ospf 99\n",
  "RAN-1/broken.cfg": "\u0000\u0001",
  "elsewhere.cfg": "router ospf 1\n",
};
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-attachments-"));
  const line = (id: string) => JSON.stringify({ id, type: "bug", title: `${id} fails`, text: "It stops.", meta: {} });
  await mkdir(join(cwd, "tracker"));
  await writeFile(join(cwd, "tracker/artifacts.jsonl"), ["RAN-1", "RAN-2", "RAN-12", "RAN-3"].map(line).join("\n"));
  await writeFile(join(cwd, "tracker/links.csv"), "source_id,target_id,kind\n");
  await mkdir(join(cwd, "attached/RAN-1/show"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(cwd, "attached", name), text);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const attachments = (...words: string[]) =>
  runCli(["corpus", "attachments", "tracker", "--from", "attached", "--features", "features.yaml", ...words], { cwd });
const features = async (): Promise<Feature[]> => parse(await readFile(join(cwd, "features.yaml"), "utf8")).features;

describe("scopebench corpus attachments", () => {
  it("reads configurations of reports, offers what no pattern names, and says what it did not read", async () => {
    const found = await attachments("--least", "2");
    expect([found.code, found.out]).toEqual([
      0,
      expect.stringContaining(
        "5 attachments, of them 3 configurations (*.cfg, *.conf, *.config, *running-config*, *startup-config*) of 3 reports.",
      ),
    ]);
    expect(found.errors).toContain("RAN-1/broken.cfg: it has signs that no configuration has");
    expect(found.errors).toContain("of no record here: elsewhere.cfg");
    expect((await features()).map(({ feature, seen, keep }) => [feature, seen, keep])).toEqual([
      ["hostname", 3, null],
      ["router", 3, null],
      ["router bgp", 2, null],
    ]);
  });

  it("a decision and a pattern of a person stay, and what was kept alone is found by words and by field", async () => {
    expect((await attachments("--into", "x", "--features", "none.yaml")).errors).toContain("there is no none.yaml");
    const decided = (await features()).map((one) => ({ ...one, keep: one.feature === "router bgp" }));
    const own = { feature: "external peer", block: "^router bgp", lines: ["remote-as"], keep: true };
    const other = { feature: "OSPF", block: "^router ospf", keep: true };
    await writeFile(join(cwd, "features.yaml"), stringify({ version: 1, features: [...decided, own, other] }));
    const again = await attachments("--into", "enriched");
    expect([again.code, again.out]).toEqual([
      0,
      expect.stringContaining("5 features: 3 kept, 2 dropped, 0 to review."),
    ]);
    expect((await features()).map(({ feature, seen, keep }) => [feature, seen, keep])).toEqual([
      ["hostname", 3, false],
      ["router", 3, false],
      ["router bgp", 2, true],
      ["external peer", 1, true],
      ["OSPF", 1, true],
    ]);
    const { corpus } = await importSource(join(cwd, "enriched"), { testsNeeded: false });
    expect(corpus.artifacts.map(({ id, text, meta }) => [id, text, meta.configuration_features])).toEqual([
      [
        "RAN-1",
        "It stops.\n\nConfiguration running-config.txt: router bgp, external peer, OSPF.",
        ["OSPF", "external peer", "router bgp"],
      ],
      ["RAN-12", "It stops.", []],
      ["RAN-2", "It stops.\n\nConfiguration RAN-2_core.cfg: router bgp.", ["router bgp"]],
      ["RAN-3", "It stops.", undefined],
    ]);
    const options = substrateOptionsSchema.parse({ cacheDirectory: cwd, embedding: { type: "lsa", dimensions: 4 } });
    const { search, close } = await openSubstrate((await buildSubstrate(corpus, options)).snapshot_hash, options);
    const ids = async (...of: Parameters<typeof search.keyword>) => (await search.keyword(...of)).map(({ id }) => id);
    expect(await ids("OSPF", { limit: 9 })).toEqual(["RAN-1"]);
    const filter = { attributes: { configuration_features: "router bgp" } };
    expect((await ids("stops", { limit: 9, filter })).sort()).toEqual(["RAN-1", "RAN-2"]);
    await close();
  });

  it("refuses a pattern that RE2 does not take, with its line", async () => {
    await writeFile(join(cwd, "wrong.yaml"), 'version: 1\nfeatures:\n  - feature: a\n    block: "^(?=x)"\n');
    const refused = await attachments("--features", "wrong.yaml");
    expect([refused.code, refused.errors]).toEqual([
      1,
      expect.stringMatching(/wrong\.yaml:4: .*block.*patterns are RE2's/),
    ]);
  });
});

it("a feature needs all of its lines beneath one block", () => {
  const feature = (lines: string[]) => ({ feature: "f", block: "^router", lines, seen: 0, keep: true });
  const { blocks } = readDeviceConfiguration("router a\n one\nrouter b\n two\n");
  const has = (lines: string[]) => featureReader([feature(lines)])(blocks).size;
  expect([has([]), has(["one"]), has(["one", "two"]), has(["three"])]).toEqual([1, 1, 0, 0]);
});

it("offers a command with its name where enough reports have both, and what is negated never", () => {
  const texts = [
    "ip route 0.0.0.0\nsnmp-server host\nno ip http",
    "ip route 1.1.1.1\nsnmp-server community",
    "ip domain x",
  ];
  const configurations = texts.map((text, at) => ({
    record: `R-${at}`,
    name: "a.cfg",
    ...readDeviceConfiguration(text),
  }));
  expect(withCandidates([], configurations, 2).map(({ feature, block, seen }) => [feature, block, seen])).toEqual([
    ["ip route", "^ip route(?:\\s|$)", 2],
    ["snmp-server", "^snmp-server(?:\\s|$)", 2],
  ]);
});

it("a pattern's triggers are features that its reports have more often than chance, among those with a configuration", () => {
  const report = (at: number, list?: string[]) => ({
    id: `R-${at}`,
    meta: list ? { configuration_features: list } : {},
  });
  const artifacts = Array.from({ length: 40 }, (_, at) =>
    report(at, at < 10 ? ["bgp", "ntp"] : at < 30 ? ["ntp"] : at < 35 ? ["bgp"] : undefined),
  );
  const members = (from: number, to: number) => ({ members: artifacts.slice(from, to).map(({ id }) => id) });
  // Of 35 configurations 15 have BGP: that all of ten have it is 3,003 of 183,579,396 draws (scipy's hypergeom.sf(9, 35, 15, 10) = 1.6358e-05).
  expect(triggersOf([members(0, 10), members(10, 30), members(35, 40)], artifacts)).toEqual([
    [{ feature: "bgp", reports: 10, of: 10, all: 15, of_all: 35 }],
    [{ feature: "ntp", reports: 20, of: 20, all: 30, of_all: 35 }],
    [],
  ]);
});

it("comments of GitHub's export are read where they are asked for, and are no part of the corpus", async () => {
  const issue = (number: number, comments: unknown) => ({
    number,
    title: "It stops",
    body: "",
    labels: [{ name: "bug" }],
    comments,
  });
  const file = join(cwd, "issues.json");
  await writeFile(file, JSON.stringify([issue(1, [{ body: "Fixed." }, { body: "" }]), issue(2, 7)]));
  const comments = new Map<string, readonly string[]>();
  const { corpus } = await importSource(file, { testsNeeded: false, comments });
  expect([...comments]).toEqual([
    ["#1", ["Fixed."]],
    ["#2", []],
  ]);
  expect((await importSource(file, { testsNeeded: false })).corpus.hash).toBe(corpus.hash);
});
