// A retrieval strategy of your own: a workflow by the name that bench.yaml gives it. The model is shown what its calls
// returned and answers once, from that alone; contract, judge, tables and gate are as for every other workflow.
// `question` is what the user has said so far. `call` makes a call of one of the agents' tools: `scopebench assistant tool` lists them,
// `scopebench assistant tool keyword_search '{"query":"handover"}'` makes one by hand. It does not throw where a tool refuses: its `status` is then "error".

export async function retrieve({ question, call }) {
  const { status, preview } = await call("keyword_search", { query: question, types: ["test_case"], limit: 10 });
  const [first] = status === "success" ? JSON.parse(preview).rows : [];
  if (first) await call("graph_neighbourhood", { id: first.id, depth: 2, limit: 10 });
}
