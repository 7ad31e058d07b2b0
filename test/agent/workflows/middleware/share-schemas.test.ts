import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { createFilesystemMiddleware } from "deepagents";
import { expect, it } from "vitest";
import { SkillsBackend } from "../../../../agent/filesystem/skills-backend.ts";
import { makeFileTools, SKILLS_ONLY, WORKSPACE_ACCESS } from "../../../../agent/workflows/middleware/file-tools.ts";
import { shareSchemas } from "../../../../agent/workflows/middleware/share-schemas.ts";
import { nonEmpty } from "../../../non-empty.ts";

const backend = new SkillsBackend(new Map());

it("a model is told of the file tools what the library itself says, from whichever execution the schemas are", () => {
  for (const access of [WORKSPACE_ACCESS, SKILLS_ONLY, WORKSPACE_ACCESS]) {
    const own = nonEmpty(createFilesystemMiddleware({ backend, ...access }).tools ?? []);
    const shared = nonEmpty(makeFileTools(backend, access).tools ?? []);
    const parameters = (tools: readonly object[]) =>
      tools.map((tool) => convertToOpenAITool(tool as never).function.parameters);
    expect(parameters(shared)).toEqual(parameters(own));
  }
});

it("equal tools of two executions have one schema object, so that it is converted once", () => {
  const schemas = () =>
    (makeFileTools(backend, WORKSPACE_ACCESS).tools ?? []).map((tool) => "schema" in tool && tool.schema);
  const [first, second] = [schemas(), schemas()];
  for (const [at, schema] of nonEmpty(first).entries()) expect(second[at]).toBe(schema);
});

it("a middleware without tools stays as it is", () => {
  const middleware = { name: "none" };
  expect(shareSchemas(middleware as never)).toBe(middleware);
});
