import { madeOf, OWN } from "../../../agent/contract/contract.ts";

/**
 * The mark of each workflow as an SVG path in a square from -1 to 1, by what it is made of: names of one thing share one. What points up
 * searches words, down vectors, right both, left the graph; a star grades. Bars tell what else there is: below a listwise re-ranker, right
 * a cross-encoder, above rewriting.
 */
const TRIANGLE_UP = "M0,-1L1,0.8L-1,0.8Z";
const TRIANGLE_DOWN = "M0,1L1,-0.8L-1,-0.8Z";
const TRIANGLE_RIGHT = "M1,0L-0.8,1L-0.8,-1Z";
const CIRCLE = "M-1,0A1,1,0,1,1,1,0A1,1,0,1,1,-1,0Z";
const BELOW = "M-1,1.3L1,1.3L1,1.5L-1,1.5Z";
const ABOVE = "M-1,-1.5L1,-1.5L1,-1.3L-1,-1.3Z";
const RIGHT = "M1.3,-1L1.5,-1L1.5,1L1.3,1Z";

const SQUARE = "M-0.9,-0.9L0.9,-0.9L0.9,0.9L-0.9,0.9Z";
const TRIANGLE_LEFT = "M-1,0L0.8,1L0.8,-1Z";
const CROSS = "M-0.4,-1L0.4,-1L0.4,-0.4L1,-0.4L1,0.4L0.4,0.4L0.4,1L-0.4,1L-0.4,0.4L-1,0.4L-1,-0.4L-0.4,-0.4Z";

const SHAPES: Readonly<Record<string, string>> = {
  react: CIRCLE,
  plan_execute: SQUARE,
  keyword_rag: TRIANGLE_UP,
  vector_rag: TRIANGLE_DOWN,
  hybrid_rag: TRIANGLE_RIGHT,
  graph_rag: TRIANGLE_LEFT,
  graph_rag_oracle: CROSS,
  [OWN]: "M0,-1.1L1.1,0L0,1.1L-1.1,0Z",
};
/** Quarters of a turn from pointing up, and points. */
const STARS: Readonly<Record<string, string>> = {
  keyword_rag: star(0, 5),
  hybrid_rag: star(1, 5),
  vector_rag: star(2, 5),
  graph_rag: star(3, 5),
  graph_rag_oracle: star(0, 4),
};
const RERANKERS = { cross_encoder: RIGHT, llm_listwise: BELOW, none: "" } as const;

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
  const { of, settings } = madeOf(workflow);
  const { grade, rewrite, rerank = "none" } = settings;
  const shapes = grade ? STARS : SHAPES;
  const body = Object.hasOwn(shapes, of) ? shapes[of]! : otherShape(of);
  return body + (rewrite ? ABOVE : "") + RERANKERS[rerank];
}

function otherShape(name: string): string {
  const sum = [...name].reduce((total, letter) => (31 * total + letter.codePointAt(0)!) % 65_521, 7);
  return OTHERS[sum % OTHERS.length]!;
}

function star(quarters: number, points: number): string {
  const corners = Array.from({ length: 2 * points }, (_, at) => {
    const [radius, angle] = [at % 2 === 0 ? 1.2 : 0.5, (at * Math.PI) / points + (quarters * Math.PI) / 2];
    return `${(radius * Math.sin(angle)).toFixed(2)},${(-radius * Math.cos(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}
