import { UserError } from "../../../base/user-error.ts";
import type { ExternalAgentConfig, RecordedFormat } from "../../contract/contract.ts";
import { ExternalAgentFailure } from "../../contract/failures.ts";
import type { Channel, ExternalAgentRequest } from "../exchange.ts";
import { readSpans } from "./spans.ts";
import { readTrajectories } from "./trajectories.ts";
import { type RecordedTurn, recordedTurns } from "./turns.ts";

type RecordedAgent = Extract<ExternalAgentConfig, { type: RecordedFormat }>;

/**
 * Answers from recordings: a question is answered as it was then. Of several recordings of a question the newest counts.
 * @throws UserError `input` for a file that holds none
 */
export async function openRecordedChannel({ type, path }: Pick<RecordedAgent, "type" | "path">): Promise<Channel> {
  const turns = type === "atif" ? await readTrajectories(path) : recordedTurns(await readSpans(path));
  const byQuestion = newestByQuestion(turns);
  if (byQuestion.size === 0)
    throw new UserError("input", `no span in ${path} tells what was asked`, {
      hint: "instrumentations leave texts out unless told: OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT, or a setting of their own",
    });
  const find = ({ conversation, question }: ExternalAgentRequest) =>
    byQuestion.get(keyOf([...conversation.flatMap(({ role, text }) => (role === "user" ? [text] : [])), question]));
  return {
    async ask(request) {
      const recording = find(request);
      if (!recording || recording.answer === null)
        throw new ExternalAgentFailure("subject_crashed", `as recorded: ${recording?.error ?? "nothing"}`);
      const { answer, usage, modelCalls, servedModels } = recording;
      return {
        answer,
        served_models: servedModels,
        ...(usage && { usage: { ...usage, model_calls: modelCalls } }),
      };
    },
    recorded: (request) => find(request) ?? null,
    lacks(turns) {
      for (const turn of turns.keys()) {
        const recording = byQuestion.get(keyOf(turns.slice(0, turn + 1)));
        if (!recording) return turn === 0 ? "no recording" : `no recording of turn ${turn + 1}`;
        // What failed then fails now, and no turn after it is asked.
        if (recording.answer === null) return recording.error === null ? "recorded without an answer" : null;
      }
      return null;
    },
    close: () => Promise.resolve(),
  };
}

/** A recording with an answer, or with an error, goes before one that tells neither. */
function newestByQuestion(recordings: readonly RecordedTurn[]): Map<string, RecordedTurn> {
  const tells = ({ answer, error }: RecordedTurn) => Number(answer !== null || error !== null);
  const ordered = recordings.toSorted((a, b) => tells(a) - tells(b) || a.startMs - b.startMs);
  return new Map(ordered.map((recording) => [keyOf(recording.users), recording]));
}

/** White space is no part of a question: templates and consoles add it. */
function keyOf(users: readonly string[]): string {
  return JSON.stringify(users.map((text) => text.normalize("NFC").replace(/\s+/g, " ").trim()));
}
