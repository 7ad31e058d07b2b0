import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseYaml } from "../../../base/yaml.ts";
import { TELECOM_MAPPING } from "../../../db/corpora/telecom/mapping.ts";
import type { CorpusMapping } from "../../../db/ports/corpus.ts";
import { corpusMappingSchema } from "../../../import/folder/mapping.ts";

describe("corpus.yaml", () => {
  it("takes the example of the README", async () => {
    const readme = await readFile(new URL("../../../import/README.md", import.meta.url), "utf8");
    const example = /```yaml\n([\s\S]*?)```/.exec(readme)?.[1] as string;
    expect(parseYaml(example, { path: "README.md", schema: corpusMappingSchema, code: "corpus" }).name).toBe(
      "my-product",
    );
  });

  it("takes every full mapping, unchanged", () => {
    const mapping: CorpusMapping = TELECOM_MAPPING;
    expect(corpusMappingSchema.parse(mapping)).toEqual(mapping);
  });

  it("has a JSON Schema that names roles and refuses unknown keys", () => {
    const schema = z.toJSONSchema(corpusMappingSchema, { io: "input" });
    expect(schema.additionalProperties).toBe(false);
    expect(JSON.stringify(schema)).toContain("message_coverage");
  });
});
