import { Option } from "commander";
import { SUITE_TOTALS } from "../../../scenarios/set/suite-names.ts";
import type { Io } from "../../print/io.ts";
import type { StageName } from "../../record/run-directory/graph.ts";
import { checkOutputs } from "../../run/preflight/outputs.ts";
import { needsHere } from "../../run/start/spread.ts";
import { lastStage, stageNamed, stagesUntil } from "../../run/start/stage-named.ts";
import type { RecordingFlag } from "../../run/start/start-run.ts";
import { addCeilingOptions, type CeilingFlags, ceilingsOf } from "../flags/ceiling-options.ts";
import { addQueueOptions, type CliCommand, type QueueFlags, spreadOf } from "../flags/command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../flags/config-options.ts";

interface RunFlags extends Omit<ConfigFlags, "ceilings">, QueueFlags, CeilingFlags {
  json?: boolean;
  record?: string;
  replay?: string;
  reuse?: string;
  until?: StageName;
  quick?: boolean;
  check?: boolean;
  untilDecided?: string;
  race?: string | true;
}

export const runCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    const command = program
      .command("run")
      .summary("run the matrix and write its report")
      .description("run the matrix: corpus, agent, judges, scores, figures, report")
      .argument("[folder]", "the data of a published suite (--suite enterprise-rag-bench)")
      .option("--record <file>", "record every model call, for --replay")
      .addOption(
        new Option("--replay <file>", "answer every model call from a recording: no key, no network").conflicts(
          "record",
        ),
      )
      .addOption(
        new Option(
          "--reuse <file>",
          "answer from a recording as long as an execution asks what was recorded; models answer the rest",
        ).conflicts(["record", "replay"]),
      )
      .option("--until <stage>", "stop after this stage; resume continues", stageNamed)
      .addOption(
        new Option("--quick", "stop after score, without figures and report; resume adds them").conflicts("until"),
      )
      .addOption(
        new Option(
          "--until-decided <baseline>",
          "execute only what the gate needs to decide against this run or baseline, look by look",
        ).conflicts("check"),
      )
      .addOption(
        new Option(
          "--race [metric]",
          "find the best configuration: ask only those still in the race for more scenarios (default: ndcg@10)",
        ).conflicts(["check", "untilDecided"]),
      )
      .option("--check", "ask every model and judge one small question, print the cost, and stop")
      .option("--json", "print the summary as JSON at the end")
      .addHelpText(
        "after",
        `
Examples:
  $ scopebench run                                bench.yaml, else as built in
  $ scopebench run --limit 5 --quick              5 scenarios, no figures
  $ scopebench run --corpus ../data/openconfig    on your own corpus
  $ scopebench run --scenarios S003,S01* --repeats 3
  $ scopebench run --tools keyword,artifact       one family of tools only
  $ scopebench run -c examples/study.yaml --check do models and judges answer?
  $ scopebench run --until execute                judge and score with resume
  $ scopebench run --queue postgres://host/queue  by scopebench workers
  $ scopebench run --suite libest data/libest     a published suite of questions
  $ scopebench run --until-decided baseline.csv   stop where the gate is sure
  $ scopebench run --race pass                    who may still be best goes on
  $ scopebench run --record main.recording         for run --replay
  $ scopebench run --reuse main.recording          pay for what a change touched`,
      );
    addQueueOptions(addCeilingOptions(addConfigOptions(command))).action(
      async (folder: string | undefined, given: RunFlags) => {
        const {
          json = false,
          record,
          replay,
          reuse,
          quick = false,
          until = quick ? "score" : lastStage(),
          check = false,
          queue,
          takeOver,
          snapshots,
          weight,
          maxCost,
          maxTokens,
          maxHours,
          untilDecided,
          race,
          ...flags
        } = given;
        const spread = await spreadOf({ queue, takeOver, weight, snapshots }, io);
        const recorded = recordingOf({ record, replay, reuse });
        const suite = await withSuite(flags, folder, io);
        const config = await configFrom({ ...suite, ceilings: ceilingsOf({ maxCost, maxTokens, maxHours }) }, io, {
          needs: needsHere(stagesUntil(until), spread !== undefined),
          mode: recorded?.mode,
          also: [() => checkOutputs([record], io.cwd), () => checkRecordingFlag(recorded, io)],
        });
        if (check) {
          const { checkAndPrint } = await import("../../run/check/run.ts");
          return setExitCode(await checkAndPrint(config, { io, json }));
        }
        const [{ startRun }, { RACE_DEFAULTS }] = await Promise.all([
          import("../../run/start/start-run.ts"),
          import("../../run/race/plan-race.ts"),
        ]);
        setExitCode(
          await startRun(config, {
            io,
            json,
            recorded,
            until,
            spread,
            untilDecided,
            race: race === true ? RACE_DEFAULTS.metric : race,
          }),
        );
      },
    );
  },
};

/** Suites that others published are known where their data are read, which most runs need not load. */
async function withSuite<T extends ConfigFlags>(flags: T, folder: string | undefined, io: Io): Promise<T> {
  const { suite } = flags;
  if (folder === undefined && (suite === undefined || suite in SUITE_TOTALS)) return flags;
  const { withPublishedSuite } = await import("../../run/benchmarks/run.ts");
  return withPublishedSuite(flags, folder, io);
}

function recordingOf(flags: Pick<RunFlags, RecordingFlag["mode"]>): RecordingFlag | undefined {
  const modes = ["record", "replay", "reuse"] as const;
  return modes.flatMap((mode) => (flags[mode] === undefined ? [] : { mode, path: flags[mode] }))[0];
}

async function checkRecordingFlag(recorded: RecordingFlag | undefined, { cwd }: Io): Promise<void> {
  if (!recorded) return;
  const { checkRecording } = await import("../../run/recording/note.ts");
  await checkRecording(recorded, cwd);
}
