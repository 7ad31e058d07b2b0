import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

type Bind = NonNullable<BaseChatModel["bindTools"]>;

/**
 * A model that is bound to tools once, as long as they and the options stay the same. An agent binds the same tools at each request, and a
 * provider's client makes all of itself anew each time: models of both protocols, what tools look like on the wire, its connection.
 */
export function bindOnce<Model extends BaseChatModel>(model: Model): Model {
  const bind = model.bindTools?.bind(model);
  if (!bind) return model;
  let last: { tools: Parameters<Bind>[0]; options: string; bound: ReturnType<Bind> } | undefined;
  const bindTools: Bind = (tools, given) => {
    const options = JSON.stringify(given ?? {});
    const isSame = last?.options === options && isEqual(last.tools, tools);
    if (!last || !isSame) last = { tools, options, bound: bind(tools, given) };
    return last.bound;
  };
  return Object.assign(model, { bindTools });
}

function isEqual(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((tool, at) => tool === now[at]);
}
