/**
 * Plants wrong truths in the scenarios of finished runs and finds them by their systems' answers: `PLANTED_RUNS="RUN RUN" node --import tsx scripts/planted-truths.ts`
 * (--times 100). A wrong truth has lost a record, gained one that the question does not ask for, or both; answers stay as they are. A
 * person reads the first disputes (a tenth of the truths) and what a lot of a third draws, and is never wrong. Printed by run and share
 * of planted truths: how often the interval of the share covers it, its mean width, how many truths are read, how many of the planted
 * ones are among the first disputes, and how many disputes must be read to find four of five.
 */
import { makeRandom, pick, type Random, randomInteger, shuffle } from "../base/random.ts";
import { openWholeRun } from "../harness/record/run-directory/open-run.ts";
import { runPath } from "../harness/record/run-directory/paths.ts";
import { rankDisputes, type SystemClaim } from "../harness/results/disputes/disputes.ts";
import { readClaims } from "../harness/results/disputes/read-claims.ts";
import { wrongShare } from "../harness/results/disputes/wrong-share.ts";
import { mean, median } from "../measure/statistics/basics/describe.ts";
import { readScenarioSet } from "../scenarios/set-file.ts";
import { argumentsOf } from "./arguments.ts";

const SHARES = [0.05, 0.15];
const READ_SHARE = 0.1;
const LOT = 1 / 3;

interface Truth {
  id: string;
  expected_ids: readonly string[];
}

const { values } = argumentsOf(import.meta.filename, { times: { type: "string", default: "100" } });
console.log("| corpus | truths | planted | covered | width | read | planted among the first | read for four of five |");
console.log("|---|--:|--:|--:|--:|--:|--:|--:|");
for (const name of (process.env.PLANTED_RUNS ?? "latest").split(" ")) {
  const run = await openWholeRun(name, { io: { cwd: process.cwd(), environment: process.env } });
  const set = await readScenarioSet(runPath(run.runDirectory, "scenarios"));
  const truths = set.scenarios.filter(({ expected_ids }) => expected_ids.length > 0);
  const claims = await readClaims(run);
  for (const share of SHARES) {
    const tries = Array.from({ length: Number(values.times) }, (_, time) =>
      simulate(truths, claims, { share, random: makeRandom("planted truths", set.corpus ?? "", share, time) }),
    );
    const of = (what: (one: (typeof tries)[number]) => number) => mean(tries.map(what))!;
    const percent = (value: number) => (100 * value).toFixed(0);
    const cells = [
      ...[
        set.corpus,
        truths.length,
        `${percent(share)} %`,
        `${tries.filter(({ covered }) => covered).length} of ${tries.length}`,
      ],
      ...[`${percent(of(({ width }) => width))} points`, of(({ read }) => read).toFixed(0)],
      ...[`${percent(of(({ first }) => first))} %`, median(tries.map(({ needed }) => needed))],
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

function simulate(
  truths: readonly Truth[],
  claims: readonly SystemClaim[],
  { share, random }: { share: number; random: Random },
) {
  const order = shuffle(
    random,
    truths.map(({ id }) => id),
  );
  const wrong = new Set(order.slice(0, Math.max(1, Math.round(share * truths.length))));
  const records = [...new Set(truths.flatMap(({ expected_ids }) => expected_ids))];
  const planted = truths.map((truth) => (wrong.has(truth.id) ? spoilt(truth, { records, random }) : truth));
  const ranked = rankDisputes(planted, claims).map(({ scenario }) => scenario);
  const disputed = ranked.slice(0, Math.round(READ_SHARE * truths.length));
  const drawn = shuffle(random, order).slice(0, Math.ceil(LOT * truths.length));
  const found = wrongShare({ truths: order, disputed, drawn, wrong })!;
  const places = [...wrong]
    .map((id) => (ranked.includes(id) ? ranked.indexOf(id) + 1 : truths.length))
    .sort((a, b) => a - b);
  const actual = wrong.size / truths.length;
  return {
    covered: found.low <= actual && actual <= found.high,
    width: found.high - found.low,
    read: found.read,
    first: disputed.filter((id) => wrong.has(id)).length / wrong.size,
    needed: places[Math.ceil(0.8 * places.length) - 1]!,
  };
}

/** A truth that has lost a record, gained another, or both. */
function spoilt(
  { id, expected_ids }: Truth,
  { records, random }: { records: readonly string[]; random: Random },
): Truth {
  const kind = expected_ids.length === 1 ? 2 : randomInteger(random, 3);
  const others = records.filter((record) => !expected_ids.includes(record));
  const lost = kind === 1 ? null : pick(random, expected_ids);
  const gained = kind === 0 ? [] : [pick(random, others)];
  return { id, expected_ids: [...expected_ids.filter((record) => record !== lost), ...gained] };
}
