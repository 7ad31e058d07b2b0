import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { readManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { ledgerSchema } from "../../../../harness/results/failures/ledger.ts";
import { makeFailuresData } from "../../../../harness/show/report/failures-data.ts";
import { FIVE, plantFailures } from "../../results/failures/planted.ts";
import { makeRunFixture } from "../../run-fixture.ts";

it("a report shows names and notes that are kept beside the run, and keeps nothing there itself", async () => {
  const directory = join(await makeRunFixture(), "run");
  await makeRunFixture({ directory });
  const manifest = await readManifest(directory);
  const found = plantFailures(FIVE, 1);
  const make = () => makeFailuresData({ runDirectory: directory, manifest }, found, (message) => said.push(message));
  const said: string[] = [];
  const first = await make();
  expect(first.data.clusters).toHaveLength(5);
  const known = { id: "F9", name: "no search", notes: ["since May"], last_seen: "earlier" };
  const mean = { "ids.never_retrieved": 0.8, "step.never_retrieved": 0.4 };
  const ledger = ledgerSchema.parse({ clusters: [{ ...known, mean }] });
  await writeFile(join(dirname(directory), "failures.yaml"), JSON.stringify(ledger));
  const { data, clusterOf } = await make();
  const [largest] = data.clusters!;
  expect(largest).toMatchObject({ id: "F9", name: "no search", notes: ["since May"], named_by: "a person" });
  const cause = (name: string) => found.causeOf.get(name);
  const members = found.failures.filter(({ name }) => clusterOf(name) === "F9");
  expect(members).toHaveLength(largest!.members);
  expect(members.filter(({ name }) => cause(name) === "retrieval").length).toBeGreaterThan(55);
  const passing = found.executions.find(({ name }) => cause(name) === undefined)!;
  expect(clusterOf(passing.name)).toBe("none");
  expect(said).toEqual([]);
});

it.each([
  ["no YAML", "clusters: [", "is not valid YAML"],
  ["another format", "groups: {}", "does not fit its format"],
  ["a contradiction", "clusters: [{ id: F1, last_seen: a, mean: {}, merged_into: F9 }]", "F9, which is not there"],
])("names that are %s leave the groups without them, and are told once", async (_what, text, problem) => {
  const directory = join(await makeRunFixture(), "run");
  await makeRunFixture({ directory });
  const manifest = await readManifest(directory);
  const path = join(dirname(directory), "failures.yaml");
  await writeFile(path, text);
  const said: string[] = [];
  const found = plantFailures(FIVE, 1);
  const { data } = await makeFailuresData({ runDirectory: directory, manifest }, found, (message) =>
    said.push(message),
  );
  expect(data.clusters).toHaveLength(5);
  expect(said).toEqual([expect.stringContaining(problem)]);
  expect(said[0]).toContain(path);
});
