import { askCommand, type SubjectReplies } from "./ask-command.ts";
import { askOwn } from "./ask-own.ts";
import { type CaseKind, type CaseQuestion, type ConformCase, readCases } from "./case.ts";
import { type Conformity, hold } from "./hold.ts";

interface ConformOptions {
  kind: CaseKind;
  /** The subject's adapter as a command line; empty: our own metrics. */
  command: readonly string[];
  cwd: string;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
  version: string;
}

/** Asks a subject all cases and holds its replies against the answers. @throws UserError as `askCommand` does */
export async function conform(options: ConformOptions): Promise<{ conformity: Conformity; cases: ConformCase[] }> {
  const cases = readCases(options.kind);
  const questions = cases.map(({ about, answer, mayRefuse, source, ...question }): CaseQuestion => question);
  const { subject, replies } = await ask(questions, options);
  return { conformity: { ...subject, ...hold(cases, replies) }, cases };
}

async function ask(questions: readonly CaseQuestion[], options: ConformOptions): Promise<SubjectReplies> {
  if (options.command.length > 0) return askCommand(options.command, questions, options);
  return { subject: { program: "scopebench", version: options.version }, replies: await askOwn(questions) };
}
