/** A conversation as the model was trained to read it (ChatML); tools stand in the system message, a line each. */
export function promptOf(messages, tools, wholeTools = false) {
  const isSystem = ({ role }) => role === "system" || role === "developer";
  const system = messages.filter(isSystem).map(({ content }) => textOf(content));
  const turns = messages.filter((message) => !isSystem(message)).map(turnOf);
  const all = [turn("system", [...system, ...toolLines(tools, wholeTools)].join("\n\n")), ...turns];
  return `${all.join("")}<|im_start|>assistant\n`;
}

function turnOf({ role, content, tool_calls: calls = [] }) {
  if (role === "tool") return turn("user", `Result:\n${textOf(content)}`);
  const called = calls.map(({ function: { name, arguments: text } }) => `call ${name}\n${text}`);
  return turn(role, [textOf(content), ...called].filter((text) => text !== "").join("\n"));
}

function turn(role, text) {
  return `<|im_start|>${role}\n${text}<|im_end|>\n`;
}

/** Names, parameters and a first sentence, unless they are to stand whole: schemas in full nearly fill the window of a model this small. */
function toolLines(tools, wholeTools) {
  if (tools.length === 0) return [];
  const lines = tools.map(({ function: { name, description = "", parameters } }) => {
    if (wholeTools) return `${name}: ${description}\n${JSON.stringify(parameters)}`;
    const names = Object.keys(parameters?.properties ?? {}).join(", ");
    return `${name}(${names}): ${description.split(/(?<=\.)\s/)[0].slice(0, 120)}`;
  });
  return [`Tools:\n${lines.join("\n")}\nWrite "call" and a tool's name to use one, or "answer" and your answer.`];
}

function textOf(content) {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }) => text).join("");
}
