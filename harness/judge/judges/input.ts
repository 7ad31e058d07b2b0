import { delimitedText, delimiterOf } from "../../../base/delimited-text.ts";
import { confusionsOf } from "../../../scenarios/set/confusions.ts";
import type { JudgeCase } from "./judge.ts";

/** The study's judge input (reference study, section 7), in its order and with its names. */
export interface JudgeInput {
  scenario_id: string;
  knowledge_config: string;
  workflow_mode: string;
  sut_model: string;
  /** The user's turns. */
  query: string[];
  answerable: boolean;
  ground_truth: {
    expected_ids: string[];
    expected_entities: string[];
    reference_answer: string;
    known_confusions: string[];
  };
  tool_calls: {
    tool: string;
    status: "success" | "error";
    parameters: unknown;
    /** At most `RESULT_CHARACTERS` of it. */
    result: string;
    truncated: boolean;
    /** Name of the executor, null for the main agent. */
    sub_agent: string | null;
  }[];
  final_response: string;
  response_documents: { path: string; content: string; truncated: boolean }[];
}

/** Study: a tool result is cut at 2,000 characters. */
export const RESULT_CHARACTERS = 2_000;
/** Ours: the study sets no bound for documents. */
const DOCUMENT_CHARACTERS = 20_000;

/** What a judge reads of one execution. */
export function makeJudgeInput({ scenario, extraction }: JudgeCase): JudgeInput {
  return {
    scenario_id: scenario.id,
    knowledge_config: extraction.knowledge,
    workflow_mode: extraction.workflow,
    sut_model: extraction.model,
    query: [...scenario.turns],
    answerable: scenario.answerable,
    ground_truth: {
      expected_ids: [...scenario.expected_ids],
      expected_entities: [...scenario.expected_entities],
      reference_answer: scenario.reference_answer,
      known_confusions: confusionsOf(scenario.traps, scenario.expected_ids),
    },
    tool_calls: [...extraction.tool_calls]
      .sort((a, b) => a.index - b.index)
      .map((call) => {
        const result = call.result ?? call.preview;
        return {
          tool: call.tool,
          status: call.status,
          parameters: call.arguments,
          result: cut(result, RESULT_CHARACTERS),
          truncated: result.length > RESULT_CHARACTERS,
          sub_agent: call.sub_agent,
        };
      }),
    final_response: extraction.final_text,
    response_documents: extraction.documents.map(({ path, content }) => ({
      path,
      content: cut(content, DOCUMENT_CHARACTERS),
      truncated: content.length > DOCUMENT_CHARACTERS,
    })),
  };
}

/**
 * The input as text for a language model. Everything that an agent, a corpus or a person wrote stands between two
 * marks that carry a hash of the whole content: text inside cannot know it, so it cannot close its delimiter.
 */
export function renderJudgeInput(input: JudgeInput, mark: string = delimiterOf(input)): string {
  const truth = input.ground_truth;
  const sections = [
    `Scenario: ${input.scenario_id}`,
    `Configuration: model ${input.sut_model}, workflow ${input.workflow_mode}, knowledge ${input.knowledge_config}`,
    `Answerable from the records: ${input.answerable ? "yes" : "no"}`,
    ...input.query.map((turn, index) => delimitedText(`QUERY turn ${index + 1}`, turn, mark)),
    delimitedText("EXPECTED IDS", truth.expected_ids.join("\n"), mark),
    delimitedText("EXPECTED ENTITIES", truth.expected_entities.join("\n"), mark),
    delimitedText("REFERENCE ANSWER", truth.reference_answer, mark),
    delimitedText("KNOWN CONFUSIONS", truth.known_confusions.join("\n"), mark),
    ...input.tool_calls.map((call, index) => delimitedText(toolCallTitle(call, index), toolCallText(call), mark)),
    delimitedText("FINAL RESPONSE", input.final_response, mark),
    ...input.response_documents.map((document) =>
      delimitedText(
        `RESPONSE DOCUMENT${document.truncated ? " (cut)" : ""}`,
        `${document.path}\n${document.content}`,
        mark,
      ),
    ),
  ];
  return sections.join("\n\n");
}

function toolCallTitle(call: JudgeInput["tool_calls"][number], index: number): string {
  const origin = call.sub_agent === null ? "" : " from a sub-agent";
  return `TOOL CALL ${index + 1}${origin}, ${call.status}${call.truncated ? ", result cut" : ""}`;
}

function toolCallText(call: JudgeInput["tool_calls"][number]): string {
  const executor = call.sub_agent === null ? [] : [`sub-agent: ${call.sub_agent}`];
  return [...executor, `tool: ${call.tool}`, `parameters: ${JSON.stringify(call.parameters)}`, call.result].join("\n");
}

/** The first characters, without half a surrogate pair at the end. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
