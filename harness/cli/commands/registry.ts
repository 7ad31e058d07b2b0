import type { CliCommand } from "../flags/command.ts";
import { groupOf, joinedBy } from "../flags/group.ts";
import { affectedCommand } from "./affected.ts";
import { agreementCommand } from "./agreement.ts";
import { askCommand } from "./ask.ts";
import { assistantCommand } from "./assistant.ts";
import { auditCommand } from "./audit.ts";
import { baselineCommand } from "./baseline.ts";
import { benchCommand } from "./bench.ts";
import { cacheCommand } from "./cache.ts";
import { compareCommand } from "./compare.ts";
import { completionCommand } from "./completion.ts";
import { concurrencyCommand } from "./concurrency.ts";
import { configCommand } from "./config.ts";
import { conformCommand } from "./conform.ts";
import { corpusCommand } from "./corpus.ts";
import { doctorCommand } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import {
  failuresCommand,
  failuresCompareCommand,
  failuresMergeCommand,
  failuresNameCommand,
  failuresNoteCommand,
} from "./failures.ts";
import { filesCommand } from "./files.ts";
import { gateCommand } from "./gate.ts";
import { historyCommand } from "./history.ts";
import { ingestCommand } from "./ingest.ts";
import { initCommand } from "./init.ts";
import { irCommand } from "./ir.ts";
import { mcpCommand } from "./mcp.ts";
import { modelTryCommand } from "./model-try.ts";
import { offlineJudgingCommand } from "./offline-judging.ts";
import { packCommand, unpackCommand } from "./pack.ts";
import { planCommand } from "./plan.ts";
import { preferCommand } from "./prefer.ts";
import { preferencesCommand } from "./preferences.ts";
import { probeCommand } from "./probe.ts";
import { queueCommand } from "./queue.ts";
import { raceCommand } from "./race.ts";
import { rateCommand } from "./rate.ts";
import { recordingCommand } from "./recording.ts";
import { reportCommand } from "./report.ts";
import { reproduceCommand } from "./reproduce.ts";
import { resumeCommand } from "./resume.ts";
import { runCommand } from "./run.ts";
import { runsCommand } from "./runs.ts";
import { scenariosCommand } from "./scenarios.ts";
import { showCommand } from "./show.ts";
import { stageCommand } from "./stage.ts";
import { stagesCommand } from "./stages.ts";
import { statsCommand } from "./stats.ts";
import { statusCommand } from "./status.ts";
import { studyCommand } from "./study.ts";
import { toolCommand } from "./tool.ts";
import { tripletsCommand } from "./triplets.ts";
import { verifyCommand } from "./verify.ts";
import { workerCommand } from "./worker.ts";

const runsGroup = groupOf("runs", {
  description: "list runs; look into one, check it, share it, repeat it",
  examples: `  $ scopebench runs
  $ scopebench runs status latest
  $ scopebench runs verify latest
  $ scopebench runs export latest -f csv --to tables`,
  commands: [
    runsCommand,
    statusCommand,
    stagesCommand,
    stageCommand,
    filesCommand,
    verifyCommand,
    historyCommand,
    concurrencyCommand,
    planCommand,
    raceCommand,
    affectedCommand,
    baselineCommand,
    gateCommand,
    reproduceCommand,
    recordingCommand,
    exportCommand,
    packCommand,
    unpackCommand,
  ],
});

const failuresGroup = groupOf("failures", {
  description: "why executions fail: grouped, counted, with names and notes that stay",
  examples: `  $ scopebench failures latest
  $ scopebench failures compare baseline latest
  $ scopebench failures name F3 "expands an abbreviation wrongly"
  $ scopebench failures note F3 "fixed by the new glossary, see PR 12"
  $ scopebench failures merge F5 F3`,
  commands: [failuresCommand, failuresCompareCommand, failuresNameCommand, failuresNoteCommand, failuresMergeCommand],
});

const judgeGroup = groupOf("judge", {
  description: "test the judge, rate answers yourself, or let a judge work offline",
  examples: `  $ scopebench judge probe latest
  $ scopebench judge rate latest --rater ada`,
  commands: [probeCommand, rateCommand, preferCommand, offlineJudgingCommand],
});

const measureGroup = groupOf("measure", {
  description:
    "our metrics and statistics on files of your own; published benchmarks; results of other tools audited, other evaluators held against trec_eval",
  examples: `  $ scopebench measure ir qrels.txt run.txt
  $ scopebench measure stats scores.csv`,
  commands: [
    irCommand,
    statsCommand,
    agreementCommand,
    preferencesCommand,
    tripletsCommand,
    benchCommand,
    auditCommand,
    conformCommand,
  ],
});

const modelGroup = groupOf("model", {
  description: "try a language model's endpoint before a run",
  examples: `  $ scopebench setup model try my-model
  $ scopebench setup model try --address http://127.0.0.1:8080/v1 --id qwen3`,
  commands: [modelTryCommand],
});

const setupGroup = groupOf("setup", {
  description: "check the machine, try a model's endpoint, print the configuration, clear caches",
  examples: `  $ scopebench setup doctor
  $ scopebench setup model try my-model
  $ scopebench setup cache prune --older-than 30d`,
  commands: [doctorCommand, modelGroup, configCommand, completionCommand, cacheCommand],
});

/**
 * What stands at the top, in the order of the help: first what a newcomer needs. A later command joins a group.
 * Declaring is cheap: each imports what it needs when it runs.
 */
export const COMMANDS: Readonly<Record<string, readonly CliCommand[]>> = {
  "Start here:": [initCommand, askCommand, runCommand, showCommand, compareCommand, reportCommand],
  "Runs:": [failuresGroup, resumeCommand, runsGroup, joinedBy(queueCommand, [workerCommand])],
  "Corpus, questions, judge, agent:": [
    joinedBy(corpusCommand, [ingestCommand]),
    scenariosCommand,
    judgeGroup,
    joinedBy(assistantCommand, [toolCommand, mcpCommand, studyCommand]),
  ],
  "Tools and setup:": [measureGroup, setupGroup],
};
