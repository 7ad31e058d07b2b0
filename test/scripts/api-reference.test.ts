import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { apiReferences } from "../../scripts/api-reference.ts";
import { ROOT } from "../docs/pages.ts";

const PAGES = Object.entries(apiReferences());

it.each(PAGES)(
  "design/api/%s.md is what the code says (npm run api writes it), and each export has words of its own",
  (entry, text) => {
    expect(readFileSync(join(ROOT, "design/api", `${entry}.md`), "utf8")).toBe(text);
    expect(text.match(/^### \w+\n\n```/gm)).toBeNull();
  },
);
