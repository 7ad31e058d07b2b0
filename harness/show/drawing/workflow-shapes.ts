import type { BuiltInWorkflow, OWN } from "../../../agent/contract/contract.ts";

/**
 * The mark of each workflow as an SVG path in a square from -1 to 1. What points up searches words, down vectors, right both; a star
 * corrects, and a bar tells what a level adds or lacks: below it a listwise re-ranker, right of it a cross-encoder, above it no rewriting,
 * left of it no grade.
 */
const [UP, DOWN] = [1, -1];
const TRIANGLE_UP = "M0,-1L1,0.8L-1,0.8Z";
const TRIANGLE_DOWN = "M0,1L1,-0.8L-1,-0.8Z";
const TRIANGLE_RIGHT = "M1,0L-0.8,1L-0.8,-1Z";
const CIRCLE = "M-1,0A1,1,0,1,1,1,0A1,1,0,1,1,-1,0Z";
const BELOW = "M-1,1.3L1,1.3L1,1.5L-1,1.5Z";
const ABOVE = "M-1,-1.5L1,-1.5L1,-1.3L-1,-1.3Z";
const RIGHT = "M1.3,-1L1.5,-1L1.5,1L1.3,1Z";
const LEFT = "M-1.5,-1L-1.3,-1L-1.3,1L-1.5,1Z";

const SQUARE = "M-0.9,-0.9L0.9,-0.9L0.9,0.9L-0.9,0.9Z";
const TRIANGLE_LEFT = "M-1,0L0.8,1L0.8,-1Z";
const CROSS = "M-0.4,-1L0.4,-1L0.4,-0.4L1,-0.4L1,0.4L0.4,0.4L0.4,1L-0.4,1L-0.4,0.4L-1,0.4L-1,-0.4L-0.4,-0.4Z";

const SHAPES: Readonly<Record<BuiltInWorkflow | typeof OWN, string>> = {
  react: CIRCLE,
  plan_execute: SQUARE,
  keyword_rag: TRIANGLE_UP,
  vector_rag: TRIANGLE_DOWN,
  hybrid_rag: TRIANGLE_RIGHT,
  graph_rag: TRIANGLE_LEFT,
  graph_rag_oracle: CROSS,
  static_dense: trapezium(DOWN),
  static_sparse: trapezium(UP),
  corrective_dense: star(DOWN),
  corrective_sparse: star(UP),
  corrective_no_rewrite: star(DOWN) + ABOVE,
  corrective_no_rerank: star(DOWN) + BELOW,
  corrective_no_grade: star(DOWN) + LEFT,
  corrective_no_grade_rewrite: star(DOWN) + LEFT + ABOVE,
  corrective_dense_cross_encoder: star(DOWN) + RIGHT,
  corrective_sparse_cross_encoder: star(UP) + RIGHT,
  keyword_rag_cross_encoder: TRIANGLE_UP + RIGHT,
  keyword_rag_llm_listwise: TRIANGLE_UP + BELOW,
  vector_rag_cross_encoder: TRIANGLE_DOWN + RIGHT,
  vector_rag_llm_listwise: TRIANGLE_DOWN + BELOW,
  hybrid_rag_cross_encoder: TRIANGLE_RIGHT + RIGHT,
  hybrid_rag_llm_listwise: TRIANGLE_RIGHT + BELOW,
  graph_rag_cross_encoder: TRIANGLE_LEFT + RIGHT,
  graph_rag_llm_listwise: TRIANGLE_LEFT + BELOW,
  graph_rag_oracle_cross_encoder: CROSS + RIGHT,
  graph_rag_oracle_llm_listwise: CROSS + BELOW,
  react_cross_encoder: CIRCLE + RIGHT,
  react_llm_listwise: CIRCLE + BELOW,
  plan_execute_cross_encoder: SQUARE + RIGHT,
  plan_execute_llm_listwise: SQUARE + BELOW,
  own: "M0,-1.1L1.1,0L0,1.1L-1.1,0Z",
};

/** Of strategies of one's own, taken by their names; two of a run may share one. */
const OTHERS = [
  "M-1,-0.9L1,-0.9L-1,0.9L1,0.9Z",
  "M-0.9,-1L0.9,1L0.9,-1L-0.9,1Z",
  "M0,-1L0.87,-0.5L0.87,0.5L0,1L-0.87,0.5L-0.87,-0.5Z",
  "M-0.4,-0.8L1.1,-0.8L0.4,0.8L-1.1,0.8Z",
  "M-1.1,-0.8L0.4,-0.8L1.1,0.8L-0.4,0.8Z",
  "M-1,0A1,1,0,0,1,1,0Z",
  "M-1,0A1,1,0,0,0,1,0Z",
] as const;

export function shapeOf(workflow: string): string {
  if (Object.hasOwn(SHAPES, workflow)) return SHAPES[workflow as keyof typeof SHAPES];
  const sum = [...workflow].reduce((total, letter) => (31 * total + letter.codePointAt(0)!) % 65_521, 7);
  return OTHERS[sum % OTHERS.length]!;
}

function trapezium(up: number): string {
  return `M-1.1,${0.8 * up}L1.1,${0.8 * up}L0.5,${-0.8 * up}L-0.5,${-0.8 * up}Z`;
}

/** Of five points, the first one up or down. */
function star(up: number): string {
  const corners = Array.from({ length: 10 }, (_, at) => {
    const [radius, angle] = [at % 2 === 0 ? 1.2 : 0.5, (at * Math.PI) / 5];
    return `${(radius * Math.sin(angle)).toFixed(2)},${(-up * radius * Math.cos(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}
