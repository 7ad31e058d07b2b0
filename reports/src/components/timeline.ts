import { countOf } from "../../../base/counts.ts";
import { count } from "../../../harness/drawing/format.ts";
import type { ExecutionData, TraceCall } from "../../../harness/stages/report/site-data.ts";
import { type Child, h } from "./dom.ts";

/** A preview of at most this many characters is shown as it is. */
const SHORT = 280;

/** Longer results are shown in parts, so that opening one does not stall the page. */
const SHOWN = 60_000;

/** What happened, turn by turn: the question, each tool call with arguments, status, time and result, skills, the answer. */
export function timeline(data: ExecutionData): HTMLElement {
  const { scenario, trace, record } = data;
  const expected = new Set(scenario.expected_ids);
  if (!trace) return h("p", { class: "nothing" }, "No trace was recovered for this execution.");
  const calls = new Map<number, TraceCall[]>();
  for (const call of trace.tool_calls) calls.set(call.turn, [...(calls.get(call.turn) ?? []), call]);
  const turns = scenario.turns.map((question, turn) => {
    const outcome = record?.turns.find((entry) => entry.turn === turn);
    const answer = trace.answers[turn] ?? "";
    return h(
      "li",
      { class: "turn" },
      step("asks", h("p", { class: "question" }, question)),
      ...(calls.get(turn) ?? []).map((call) => skillStep(data, call) ?? callStep(call, expected)),
      outcome?.error ? step("ends", h("p", { class: "bad" }, `${outcome.error.code}: ${outcome.error.message}`)) : null,
      step(
        "answers",
        answer === ""
          ? h("p", { class: "nothing" }, "nothing")
          : h("p", {}, summarizeAnswer(answer, turn, scenario.turns.length)),
      ),
    );
  });
  return h("ol", { class: "timeline" }, ...turns);
}

function summarizeAnswer(answer: string, turn: number, turns: number): Child {
  const words = countOf(answer.trim().split(/\s+/).length, "word");
  if (turn === turns - 1) return `${words}, below`;
  return h("details", {}, h("summary", {}, words), h("pre", { class: "preview", tabindex: 0 }, answer));
}

function step(label: string, ...content: Child[]): HTMLElement {
  return h("div", { class: "step" }, h("span", { class: "when" }, label), h("div", {}, ...content));
}

/** A call that loaded a skill, as one line. */
function skillStep({ trace }: ExecutionData, call: TraceCall): HTMLElement | null {
  const skill = trace?.skills_loaded.find((entry) => entry.at_tool_call === call.index);
  if (!skill || call.status === "error") return null;
  const by = call.sub_agent === null ? "" : ` by ${call.sub_agent}`;
  return step(
    "reads",
    h("span", { class: "tool" }, "skill"),
    ` ${skill.skill} `,
    h("small", {}, `+${countOf(skill.tokens, "token")}${by}`),
    expandable("what the model saw", () => Promise.resolve(call.preview)),
  );
}

function callStep(call: TraceCall, expected: ReadonlySet<string>): HTMLElement {
  const { tool, status, error, sub_agent, duration_ms, index } = call;
  const failed = status === "error";
  const name = h(
    "span",
    { class: failed ? "tool err" : "tool" },
    failed ? `${tool} · error ${error?.code ?? ""}` : tool,
  );
  const by = sub_agent === null ? null : h("small", {}, ` by ${sub_agent}`);
  const number = h("small", {}, `${index + 1} `);
  return h(
    "div",
    { class: "step", id: `call-${index}` },
    h("span", { class: "when" }, `${(duration_ms / 1000).toFixed(2)} s`),
    h(
      "div",
      {},
      number,
      name,
      by,
      argumentsView(call.arguments),
      failed ? errorText(call) : resultView(call, expected),
    ),
  );
}

/** As the model sent them, valid or not; long ones are cut until asked for. */
function argumentsView(value: unknown): HTMLElement {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  if (text.length <= 2 * SHORT) return h("p", { class: "args" }, text);
  const rest = expandable(`all ${count(text.length)} characters`, () => Promise.resolve(text));
  return h("div", {}, h("p", { class: "args" }, `${text.slice(0, SHORT)} …`), rest);
}

function errorText({ error, preview }: TraceCall): HTMLElement {
  const hint = error?.hint ? ` ${error.hint}` : "";
  return h("p", { class: "preview" }, error ? `${error.message}${hint}` : preview);
}

/** Short results as they are; long ones by their ids (expected ones coloured), with the text on demand. */
function resultView(call: TraceCall, expected: ReadonlySet<string>): HTMLElement {
  const { rows, result_path, preview, truncated } = call;
  const facts = [
    rows === undefined ? null : countOf(rows, "record"),
    result_path ? `→ ${result_path}` : null,
    truncated ? "cut for the model" : null,
  ].filter((fact) => fact !== null);
  const isShort = preview.length <= SHORT;
  const shown =
    call.id_count > 0 ? idLine(call, expected) : h("p", { class: "preview" }, `${preview.slice(0, SHORT)} …`);
  return h(
    "div",
    {},
    facts.length > 0 ? h("p", { class: "facts" }, facts.join(" ")) : null,
    isShort ? h("p", { class: "preview" }, preview) : shown,
    isShort ? null : expandable("what the model saw", () => Promise.resolve(preview)),
    call.result === null
      ? null
      : expandable(`full result, ${count(call.result_length)} characters`, () => loadResult(call.result!)),
  );
}

function idLine({ ids, id_count: idCount }: TraceCall, expected: ReadonlySet<string>): HTMLElement {
  const items = ids.map((id) => h("span", { class: expected.has(id) ? "id found" : "id" }, id));
  const more = idCount > ids.length ? ` … ${count(idCount)} ids` : "";
  return h("p", { class: "ids" }, ...items, more);
}

/** Fetches a full tool result: only now, and as plain text. */
async function loadResult(name: string): Promise<string> {
  const response = await fetch(`./data/results/${encodeURIComponent(name)}.txt`);
  if (!response.ok) throw new Error(`the result could not be loaded (${response.status})`);
  return response.text();
}

function expandable(label: string, load: () => Promise<string>): HTMLElement {
  const details = h("details", {}, h("summary", {}, label));
  const open = async () => {
    const box = h("pre", { class: "preview", tabindex: 0 }, "loading …");
    details.append(box);
    try {
      showInParts(box, await load());
    } catch (error) {
      box.replaceChildren(String(error instanceof Error ? error.message : error));
    }
  };
  details.addEventListener("toggle", () => void open(), { once: true });
  return details;
}

function showInParts(box: HTMLElement, text: string): void {
  let end = SHOWN;
  const draw = () => {
    box.replaceChildren(...h("span", {}, text.slice(0, end)).childNodes);
    if (end >= text.length) return;
    const more = () => {
      end += SHOWN;
      draw();
    };
    box.append("\n", h("button", { type: "button", onclick: more }, `more (${count(text.length - end)} characters)`));
  };
  draw();
}
