import { expect, it } from "vitest";
import { WORKFLOWS } from "../../../agent/contract/contract.ts";
import { workflowLabel } from "../../../harness/print/format.ts";
import { runCli } from "./run-cli.ts";

it("`plan` says which workflows are names of one configuration", async () => {
  const names = "static_dense,vector_rag,corrective_no_grade,vector_rag_llm_listwise,graph_rag";
  const { out, code } = await runCli(["runs", "plan", "--workflows", names, "--knowledge", "prompt"], {
    cwd: import.meta.dirname,
  });
  expect(code).toBe(0);
  const said = out.replace(/\s+/g, " ");
  expect(said).toContain("static_dense, vector_rag: these names mean the same configuration, and each is run");
  expect(said).toContain("corrective_no_grade, vector_rag_llm_listwise: these names mean the same configuration");
  expect(said).not.toMatch(/graph_rag[ :]/);
});

it("labels say what a workflow is made of, and the name where two may be one thing; no two are alike", () => {
  expect(["vector_rag", "vector_rag_llm_listwise", "static_dense", "corrective_no_rerank"].map(workflowLabel)).toEqual([
    "Vector RAG",
    "Vector RAG, listwise",
    "Vector RAG (static_dense)",
    "Vector RAG, grade, rewrite (corrective_no_rerank)",
  ]);
  expect(
    ["graph_rag_llm_listwise", "react_cross_encoder", "my_strategy", "constructor", "own"].map(workflowLabel),
  ).toEqual(["Graph RAG, listwise, best 20", "ReAct, cross-encoder", "my_strategy", "constructor", "its own"]);
  expect(new Set(WORKFLOWS.map(workflowLabel)).size).toBe(WORKFLOWS.length);
});
