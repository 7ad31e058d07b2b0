import type { CliCommand } from "../flags/command.ts";
import { agreementCommand } from "./agreement.ts";
import { askCommand } from "./ask.ts";
import { assistantCommand } from "./assistant.ts";
import { baselineCommand } from "./baseline.ts";
import { cacheCommand } from "./cache.ts";
import { compareCommand } from "./compare.ts";
import { completionCommand } from "./completion.ts";
import { concurrencyCommand } from "./concurrency.ts";
import { configCommand } from "./config.ts";
import { corpusCommand } from "./corpus.ts";
import { doctorCommand } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import { filesCommand } from "./files.ts";
import { historyCommand } from "./history.ts";
import { ingestCommand } from "./ingest.ts";
import { initCommand } from "./init.ts";
import { irCommand } from "./ir.ts";
import { mcpCommand } from "./mcp.ts";
import { offlineJudgingCommand } from "./offline-judging.ts";
import { packCommand, unpackCommand } from "./pack.ts";
import { planCommand } from "./plan.ts";
import { preferCommand } from "./prefer.ts";
import { probeCommand } from "./probe.ts";
import { queueCommand } from "./queue.ts";
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
import { verifyCommand } from "./verify.ts";
import { workerCommand } from "./worker.ts";

/** Every command, in the order of the help. Declaring is cheap: each imports what it needs when it runs. */
export const COMMANDS: readonly CliCommand[] = [
  initCommand,
  runCommand,
  resumeCommand,
  workerCommand,
  queueCommand,
  planCommand,
  reproduceCommand,
  stageCommand,
  stagesCommand,
  recordingCommand,
  runsCommand,
  statusCommand,
  concurrencyCommand,
  showCommand,
  filesCommand,
  verifyCommand,
  compareCommand,
  historyCommand,
  baselineCommand,
  probeCommand,
  preferCommand,
  studyCommand,
  offlineJudgingCommand,
  rateCommand,
  reportCommand,
  exportCommand,
  packCommand,
  unpackCommand,
  corpusCommand,
  ingestCommand,
  cacheCommand,
  scenariosCommand,
  askCommand,
  assistantCommand,
  toolCommand,
  mcpCommand,
  irCommand,
  agreementCommand,
  statsCommand,
  configCommand,
  doctorCommand,
  completionCommand,
];
