import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { RANKING_DESCRIPTORS } from "../../../measure/metrics/ranking/registry.ts";
import { toFixed4 } from "../../../measure/trec/format-ir.ts";
import { computeIr, type IrOptions } from "../../../measure/trec/ir.ts";

const folder = new URL("../../input/trec-eval", import.meta.url).pathname;

/** trec_eval's commands (test/ of usnistgov/trec_eval, f425365) as our options; the flags are listed there. */
const COMMANDS: { expected: string; qrels: string; run: string; options?: Partial<IrOptions> }[] = [
  { expected: "out.test", qrels: "qrels.test", run: "results.test" },
  { expected: "out.test", qrels: "qrels.test.with-comments", run: "results.test" },
  { expected: "out.test.a", qrels: "qrels.test", run: "results.test" },
  { expected: "out.test.aq", qrels: "qrels.test", run: "results.test" },
  { expected: "out.test.aqc", qrels: "qrels.test", run: "results.trunc", options: { complete: true } },
  { expected: "out.test.aqcM", qrels: "qrels.test", run: "results.trunc", options: { complete: true, depth: 100 } },
  { expected: "out.test.aql", qrels: "qrels.rel_level", run: "results.test", options: { relevanceLevel: 2 } },
  { expected: "out.test.meas_params", qrels: "qrels.test", run: "results.test" },
];

/** Commands without a counterpart here: preferences, judgement groups, z-scores; and comments in a run of 3 MB (`ir.test.ts` has them in a small one). */
const LEFT_OUT = ["out.comment.test", "out.test.prefs", "out.test.qrels_prefs", "out.test.qrels_jg", "out.test.aqZ"];

/** trec_eval's measures that we do not offer. */
const NOT_OFFERED =
  /^(runid|gm_map|gm_bpref|iprec_at_recall_.*|Rprec_mult_.*|utility.*|11pt_avg.*|binG|G|ndcg_rel|Rndcg|ndcg_1=.*|relative_P_.*|set_.*|num_nonrel_judged_ret|rbp|rbp_resid|unj_.*|relstring.*)$/;

const EXACT: Record<string, string> = {
  map: "map",
  Rprec: "rprec",
  bpref: "bpref",
  recip_rank: "mrr",
  infAP: "infap",
  ndcg: "ndcg",
  num_ret: "num_ret",
  num_rel: "num_rel",
  num_rel_ret: "num_rel_ret",
};
const CUT: Record<string, string> = {
  P: "precision",
  recall: "recall",
  ndcg_cut: "ndcg",
  map_cut: "map",
  success: "success",
};

interface Line {
  measure: string;
  query: string;
  value: string;
  metric: string;
}

describe("ir against trec_eval's own tests", () => {
  test.each(COMMANDS)(
    "$expected from $qrels: every value that both offer is equal to the last digit",
    async (command) => {
      const lines = readExpected(command.expected);
      const ours = await computeIr({
        qrelsPath: `${folder}/${command.qrels}`,
        runPath: `${folder}/${command.run}`,
        metrics: [...new Set(lines.map((line) => line.metric))],
        perQuery: true,
        comments: command.qrels.endsWith("with-comments"),
        ...command.options,
      });
      const got = lines.map(({ measure, query, metric }) => {
        const values = query === "all" ? ours.all : ours.perQuery!.find((entry) => entry.query === query)!.values;
        return `${measure} ${query} ${metric.startsWith("num_") ? values[metric] : toFixed4(values[metric]!)}`;
      });
      expect(got).toEqual(lines.map(({ measure, query, value }) => `${measure} ${query} ${value}`));
      expect(lines.length).toBeGreaterThan(15);
    },
  );

  test("every command of trec_eval's test suite is either compared or left out with a reason", () => {
    const { commands } = JSON.parse(readFileSync(`${folder}/commands.json`, "utf8")) as {
      commands: { expected_file: string }[];
    };
    const known = new Set([...COMMANDS.map(({ expected }) => expected), ...LEFT_OUT]);
    expect(commands.map((command) => command.expected_file).filter((file) => !known.has(file))).toEqual([]);
  });

  test("the number of queries is trec_eval's", async () => {
    const paths = { qrelsPath: `${folder}/qrels.test`, runPath: `${folder}/results.trunc` };
    const short = await computeIr(paths);
    expect([short.queries, short.missing.length]).toEqual([2, 1]);
    expect((await computeIr({ ...paths, complete: true })).queries).toBe(3);
  });
});

function readExpected(file: string): Line[] {
  return readFileSync(`${folder}/${file}`, "utf8")
    .split("\n")
    .filter((text) => text !== "")
    .flatMap((text) => {
      const [measure = "", query = "", value = ""] = text.split("\t").map((field) => field.trim());
      const metric = ourName(measure);
      return metric === null ? [] : [{ measure, query, value, metric }];
    });
}

test("no metric that we offer is left out of the comparison", () => {
  expect(Object.keys(RANKING_DESCRIPTORS).filter((family) => NOT_OFFERED.test(family))).toEqual([]);
});

function ourName(measure: string): string | null {
  if (measure === "num_q" || NOT_OFFERED.test(measure)) return null;
  if (EXACT[measure]) return EXACT[measure];
  const [, base = "", cutoff] = /^(.*)_(\d+)$/.exec(measure) ?? [];
  if (CUT[base]) return `${CUT[base]}@${cutoff}`;
  throw new Error(`no decision for trec_eval's ${measure}`);
}
