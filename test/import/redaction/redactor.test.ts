import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UserError } from "../../../base/user-error.ts";
import { substrateOptionsSchema } from "../../../db/options/substrate-options.ts";
import { identityOf } from "../../../db/snapshots/identity.ts";
import { buildSubstrate, openSubstrate } from "../../../db/substrate.ts";
import { readCorpusFolder, streamCorpusFolder } from "../../../import/folder/jsonl.ts";
import { redactionSchema } from "../../../import/redaction/options.ts";
import { openRedactor, PLACEHOLDER } from "../../../import/redaction/redactor.ts";
import { corpusFolder, TEST_LINE } from "../corpus-folder.ts";

const KEY = { SCOPEBENCH_REDACTION_KEY: "a key that nobody guesses" };
const PEOPLE = "Ada Lovelace; alovelace\nGrace Hopper\n";

async function redactor({
  environment = KEY as Record<string, string>,
  ...options
}: Record<string, unknown> & { environment?: Record<string, string> } = {}) {
  return openRedactor(redactionSchema.parse(options), environment);
}

describe("placeholders", () => {
  it("are equal for one thing under one key, and other ones under another", async () => {
    const { text } = await redactor();
    const other = await redactor({ environment: { SCOPEBENCH_REDACTION_KEY: "another key of that length" } });
    expect(text("ask ada@x.org or ADA@X.org, not bob@x.org")).toMatch(
      /^ask (<email-[b-v]{12}>) or \1, not (?!\1)<email-/,
    );
    expect(other.text("ada@x.org")).not.toBe(text("ada@x.org"));
    expect(other.fingerprint).not.toBe((await redactor()).fingerprint);
    expect((await redactor({ recognisers: ["email"] })).fingerprint).not.toBe((await redactor()).fingerprint);
  });

  it("replace what overlaps as a whole", async () => {
    const { text } = await redactor({ patterns: [{ name: "ticket", pattern: "T:\\S+@\\w+" }] });
    expect(text("see T:ada@example.org now")).toMatch(/^see <email-\w+> now$/);
  });

  it("leave nothing of what is recognised, twice is once, and values keep their shape", async () => {
    const { text, value } = await redactor();
    const secret = fc.constantFrom(
      "ada@x.org",
      "GB82 WEST 1234 5698 7654 32",
      "4111 1111 1111 1111",
      "+49 30 901820",
      "192.0.2.7",
    );
    const around = fc.string({ unit: "grapheme", maxLength: 20 });
    fc.assert(
      fc.property(around, secret, secret, around, (before, one, two, after) => {
        const redacted = text(`${before} ${one} | ${two} ${after}`);
        for (const gone of [one, two]) expect(redacted).not.toContain(gone);
        expect(text(redacted)).toBe(redacted);
        expect(redacted.match(PLACEHOLDER)!.length).toBeGreaterThanOrEqual(2);
      }),
    );
    expect(value({ "ada@x.org": [4111111111111111, 7, null, true] })).toEqual({
      [text("ada@x.org")]: [text("4111111111111111"), 7, null, true],
    });
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(value(value(json))).toEqual(value(json));
      }),
    );
  });

  it.each([
    [{ environment: {} }, "credentials", /SCOPEBENCH_REDACTION_KEY is not set/],
    [{ environment: { MY_KEY: "short" }, key_env: "MY_KEY" }, "credentials", /MY_KEY has 5 characters/],
    [{ persons_file: "/nowhere/people.txt" }, "config", /there is no file .*people\.txt/],
    [{ patterns: [{ name: "x", pattern: "(?=a)" }], phone_country: "XX" }, "config", /not valid/],
    [{ patterns: [{ name: "x", pattern: "a*" }] }, "config", /not valid/],
  ])("need what they are made of: %j", async (options, code, message) => {
    const error: UserError = await redactor(options).then(
      () => expect.fail("it was made"),
      (thrown: UserError) => thrown,
    );
    expect(error).toBeInstanceOf(UserError);
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
  });
});

const ORIGINALS = [
  "ada@example.org",
  "alovelace",
  "Ada Lovelace",
  "Lovelace",
  "901820",
  "4111111111111111",
  "GB82",
  "192.0.2.7",
  "EMP-000017",
];
const FILES = {
  artifacts: [
    {
      ...TEST_LINE,
      title: "Login of Ada Lovelace",
      text: "Ask ada@example.org, +49 30 901820, GB82 WEST 1234 5698 7654 32.",
      meta: { owner: "alovelace", card: 4111111111111111, references: ["ADA@example.org"], "ada@example.org": 1 },
    },
    { id: "ada@example.org", type: "requirement", title: "of EMP-000017", text: "from 192.0.2.7", meta: {} },
  ],
  links: "source_id,target_id,kind\nT-1,ada@example.org,verifies\n",
  mapping: "name: mail of ada@example.org\ndescription: by Ada Lovelace\n",
};

async function redactedFolder() {
  const folder = await corpusFolder(FILES);
  await writeFile(join(folder, "people.txt"), PEOPLE);
  return {
    folder,
    redactor: await redactor({
      persons_file: join(folder, "people.txt"),
      patterns: [{ name: "employee", pattern: "EMP-\\d{6}" }],
    }),
  };
}

it("a list of people in UTF-16 is refused: no name of it would be found", async () => {
  const folder = await corpusFolder(FILES);
  const persons_file = join(folder, "people.txt");
  await writeFile(persons_file, Buffer.from(PEOPLE, "utf16le"));
  await expect(redactor({ persons_file })).rejects.toMatchObject({ code: "config" });
});

it("a name of one word is found whatever sign stands behind it in the list", async () => {
  const folder = await corpusFolder(FILES);
  const persons_file = join(folder, "people.txt");
  await writeFile(persons_file, "Will,\nAlovelace. ; Lovelace\n");
  const { text } = await redactor({ persons_file });
  for (const name of ["Will", "Alovelace", "Lovelace"]) expect(text(`of ${name} there`)).not.toContain(name);
});

describe("a corpus", () => {
  it("keeps its links, counts what was replaced, and says so", async () => {
    const { folder, redactor } = await redactedFolder();
    const corpus = await readCorpusFolder(folder, redactor);
    expect(ORIGINALS.filter((original) => JSON.stringify(corpus).includes(original))).toEqual([]);
    const id = redactor.text("ada@example.org");
    expect(corpus.links).toEqual([{ sourceId: "T-1", targetId: id, kind: "verifies" }]);
    expect(corpus.artifacts.map((artifact) => artifact.id)).toContain(id);
    expect(corpus.redaction?.counts).toEqual({
      credit_card: { "meta.card": 1 },
      email: { "corpus.yaml": 1, id: 1, keys: 1, links: 1, "meta.references": 1, text: 1 },
      employee: { title: 1 },
      iban: { text: 1 },
      ip_address: { text: 1 },
      person: { "corpus.yaml": 1, "meta.owner": 1, title: 1 },
      phone: { text: 1 },
    });
    expect(corpus.notes).toContain("redacted: 1 place by phone (1 in text)");
  });

  it("is as redacted when its texts are read again", async () => {
    const { folder, redactor } = await redactedFolder();
    const streamed = await streamCorpusFolder(folder, redactor);
    expect([...streamed.artifacts]).toEqual([...streamed.artifacts]);
    expect(JSON.stringify([...streamed.artifacts])).not.toMatch(/ada@|lovelace/i);
  });

  it("says what is wrong without what it hides", async () => {
    const folder = await corpusFolder({
      artifacts: `${[{ ...TEST_LINE, id: "ada@example.org " }, TEST_LINE, TEST_LINE]
        .map((line) => JSON.stringify(line))
        .join("\n")}\n{"id": "ada@example.org\n`,
      links: 'source_id,target_id,kind\nada@example.org,T-1,x\nT-1,a"ada@example.org",x\n',
      mapping: "artifactTypes: ada@example.org\n",
    });
    const error = (await readCorpusFolder(folder, await redactor()).catch((thrown: unknown) => thrown)) as UserError;
    expect(error.problems).toHaveLength(6);
    expect(error.problems.join("\n")).not.toContain("ada@");
  });

  it("leaves nothing of it in a snapshot", async () => {
    const { folder, redactor } = await redactedFolder();
    const options = substrateOptionsSchema.parse({
      cacheDirectory: join(folder, "cache"),
      embedding: { type: "lsa", dimensions: 2 },
    });
    const manifest = await buildSubstrate(await streamCorpusFolder(folder, redactor), options);
    expect(manifest.redaction?.counts.phone).toEqual({ text: 1 });
    const substrate = await openSubstrate(manifest.snapshot_hash, options);
    try {
      const { rows: tables } = await substrate.sql.query<{ name: string }>(
        "SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')",
      );
      const texts = [JSON.stringify(manifest)];
      for (const { name } of tables) {
        const { rows } = await substrate.sql.query(`SELECT t::text AS row FROM ${name} t`);
        texts.push(...rows.map(({ row }) => String(row)));
      }
      expect(texts.length).toBeGreaterThan(20);
      const all = texts.join("\n").toLowerCase();
      expect(ORIGINALS.filter((original) => all.includes(original.toLowerCase()))).toEqual([]);
      const { rows: links } = await substrate.sql.query("SELECT test_case_id, reference_id FROM core.trace_link");
      expect(links).toEqual([{ test_case_id: "T-1", reference_id: redactor.text("ada@example.org") }]);
    } finally {
      await substrate.close();
    }
  });

  it("is ingested anew, never on top of a snapshot that was not redacted or by another key", async () => {
    const options = substrateOptionsSchema.parse({});
    const recipes = [undefined, { fingerprint: "a" }, { fingerprint: "b" }].map(async (redaction) => {
      const corpus = { hash: "of the corpus", ...(redaction && { redaction }) };
      return (await identityOf(corpus, options, null)).recipe;
    });
    expect(new Set(await Promise.all(recipes)).size).toBe(3);
  });
});
