import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { publishedSchemas } from "../scripts/published-schemas.ts";
import { nonEmpty } from "./non-empty.ts";

describe("published JSON Schemas", () => {
  it.each(nonEmpty(Object.entries(publishedSchemas())))(
    "schemas/%s is what the zod schema says (npm run schemas writes it)",
    (name, text) => {
      expect(readFileSync(new URL(`../schemas/${name}`, import.meta.url), "utf8")).toBe(text);
    },
  );
});
