import { isAgent, isRequest, type Node, toolOf, withDescendants } from "./nodes.ts";

/** The spans of one turn. */
export interface TurnSpans {
  users: readonly string[];
  /** An agent's span, or requests beside each other. */
  heads: Node[];
  /** Those, what lies below them, and calls of tools beside them. */
  all: Node[];
  /** What tells the answer: requests of the turn's own conversation, in the order of their ends. */
  conversation: Node[];
}

/**
 * The turns of a trace, by who is whose parent: an outermost agent's span is one with all below it. Elsewhere requests of one
 * conversation are one, as long as people say nothing new and nothing was answered.
 */
export function turnsIn(roots: readonly Node[]): TurnSpans[] {
  return [...roots.flatMap(outermostAgents).flatMap(ofAgent), ...ofRequests(roots)].sort(
    (a, b) => startOf(a) - startOf(b),
  );
}

function startOf({ heads }: TurnSpans): number {
  return heads[0]!.span.startMs;
}

function outermostAgents(node: Node): Node[] {
  return isAgent(node) ? [node] : node.children.flatMap(outermostAgents);
}

/** Agents below it, such as those that its tools ask, are its own affair: they have no question of a person. */
function ofAgent(agent: Node): TurnSpans[] {
  const requests = agent.children.flatMap(outermostTelling);
  const conversations = grouped(requests);
  // A title or a summary is asked for once; the conversation that goes on is the one that was asked for.
  const longest = conversations.toSorted((a, b) => b.nodes.length - a.nodes.length)[0];
  const inner = longest ?? agent.children.flatMap(outermostAgents).flatMap(ofAgent)[0];
  const users = agent.told.users ?? inner?.users;
  if (!users) return [];
  const own = conversations.filter((one) => JSON.stringify(one.users) === JSON.stringify(users));
  const conversation = own.length > 0 ? own.flatMap(({ nodes }) => nodes) : (longest?.nodes ?? []);
  const heads = [agent];
  return [{ users, heads, all: withDescendants(agent), conversation: byEnd(conversation) }];
}

interface Conversation {
  users: readonly string[];
  nodes: Node[];
}

/** The outermost spans that tell a question, and requests that go on without one; not those of agents further in. */
function outermostTelling(node: Node): Node[] {
  if (isAgent(node)) return [];
  return node.told.users || isRequest(node) ? [node] : node.children.flatMap(outermostTelling);
}

/** By what people said; a request that tells none goes on with the one before it, beside it or elsewhere. */
function grouped(nodes: readonly Node[]): Conversation[] {
  const all: Conversation[] = [];
  const open = new Map<string, Conversation>();
  for (const node of nodes.toSorted((a, b) => a.span.startMs - b.span.startMs)) {
    const { users } = node.told;
    const before = users ? open.get(JSON.stringify(users)) : lastBefore(node, all);
    // Asked the same again from the start: another turn, unless the first try came to nothing.
    const again = before && node.told.isStart && before.nodes.some(({ told }) => told.answer !== null);
    if (before && !again) before.nodes.push(node);
    else if (users) {
      const begun = { users, nodes: [node] };
      all.push(begun);
      open.set(JSON.stringify(users), begun);
    }
  }
  return all;
}

/** Of what began before a span the latest, beside it where there is some. */
function lastBefore<T extends { nodes: Node[] }>({ span, parent }: Node, all: readonly T[]): T | undefined {
  const earlier = all
    .flatMap((owner) => owner.nodes.map((node) => ({ owner, node })))
    .filter(({ node }) => node.span.startMs <= span.startMs)
    .sort((a, b) => a.node.span.startMs - b.node.span.startMs);
  return (earlier.findLast(({ node }) => node.parent === parent) ?? earlier.at(-1))?.owner;
}

/** Calls of tools may lie beside the requests that asked for them. */
function ofRequests(roots: readonly Node[]): TurnSpans[] {
  const turns = grouped(roots.flatMap(outermostTelling));
  const within = new Set(turns.flatMap(({ nodes }) => nodes.flatMap(withDescendants)));
  const tools = roots.flatMap(outside).filter((node) => toolOf(node.span) !== "" && !within.has(node));
  const beside = new Map(turns.map((turn) => [turn, [] as Node[]]));
  for (const tool of tools) beside.get(lastBefore(tool, turns) ?? turns[0]!)?.push(tool);
  return turns.map((turn) => ({
    users: turn.users,
    heads: turn.nodes,
    all: [...turn.nodes.flatMap(withDescendants), ...beside.get(turn)!],
    conversation: byEnd(turn.nodes),
  }));
}

/** All below that no agent has. */
function outside(node: Node): Node[] {
  return isAgent(node) ? [] : [node, ...node.children.flatMap(outside)];
}

function byEnd(nodes: readonly Node[]): Node[] {
  return nodes.toSorted((a, b) => a.span.endMs - b.span.endMs);
}
