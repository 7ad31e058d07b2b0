import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ROUTES } from "../../assistant/routes/index.ts";
import { openApiDocument } from "../../assistant/routes/openapi.ts";

const lines = ROUTES.map(({ method, path, summary, serve }) =>
  [`| ${method} ${path}`, `${typeof serve === "function" ? summary : `**refused**: ${serve.instead}`} |`].join(" | "),
);

it("the table of routes in docs/guides/assistant-api.md is what is served and refused", () => {
  const page = readFileSync(new URL("../../docs/guides/assistant-api.md", import.meta.url), "utf8");
  expect(page.split("\n").filter((line) => /^\| (GET|POST|PUT|PATCH|DELETE) /.test(line))).toEqual(lines);
});

it("the OpenAPI document has every route once", () => {
  const { paths } = openApiDocument(ROUTES) as { paths: Record<string, object> };
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(told.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
});
