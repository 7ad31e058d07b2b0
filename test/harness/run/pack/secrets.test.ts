import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { findSecrets } from "../../../../harness/run/pack/secrets.ts";

async function foundIn(content: string | Buffer): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-secrets-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "file"), content);
  const leaks = await findSecrets(folder, ["file"], { config: configSchema.parse({}), environment: {} });
  return leaks.map(({ what }) => what);
}

it.each(["postgres://me:s3cret!@db.example/x", "see https://ada:p%40ss@[::1]/", "amqp+ssl://u:p@h"])(
  "finds an address with a password: %s",
  async (text) => expect(await foundIn(text)).toEqual(["looks like an address with a password"]),
);

it.each(["https://example.org:8080/@scope", "http://a b:c@d", 'kind://"x:y@z'])(
  "takes no other address for one: %s",
  async (text) => expect(await foundIn(text)).toEqual([]),
);

it("takes no bytes of a packed table for one, though addresses without a password stand among them", async () => {
  const random = makeRandom("packed bytes");
  const bytes = () => Buffer.from(Array.from({ length: 100 }, () => Math.floor(random() * 256)));
  const table = Buffer.concat(Array.from({ length: 2000 }, () => [Buffer.from("http://"), bytes()]).flat());
  expect(await foundIn(table)).toEqual([]);
});

it("takes no value of the environment for a secret because a setting happens to be called like its variable", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-secrets-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "file"), "in /srv/measured/by-the-team");
  const config = configSchema.parse({ runs_dir: "PLACE" });
  expect(await findSecrets(folder, ["file"], { config, environment: { PLACE: "/srv/measured/by-the-team" } })).toEqual(
    [],
  );
});
