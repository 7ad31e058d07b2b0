/** A `fetch` that answers from a list, and keeps what it was asked. */
export function answering(answers: readonly { status?: number; headers?: Record<string, string>; json: unknown }[]): {
  fetch: typeof fetch;
  asked: { url: URL; authorization: string | null }[];
  headers: Record<string, string>[];
} {
  const asked: { url: URL; authorization: string | null }[] = [];
  const sent: Record<string, string>[] = [];
  return {
    asked,
    headers: sent,
    fetch: async (input, init) => {
      const { status = 200, headers = {}, json } = answers[asked.length] ?? { status: 500, json: {} };
      asked.push({ url: new URL(String(input)), authorization: new Headers(init?.headers).get("authorization") });
      sent.push(Object.fromEntries(new Headers(init?.headers)));
      return new Response(JSON.stringify(json), { status, headers });
    },
  };
}
