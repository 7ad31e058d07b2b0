import { fileURLToPath } from "node:url";

interface Wanted {
  maxTokens: number;
  grammar?: string | object;
}

interface Form {
  properties: Record<string, { enum?: unknown[]; type?: string }>;
}

interface Served {
  url: string;
  close(): Promise<void>;
}
type Serve = (model: object, options: object) => Promise<Served>;

/** The example's own files, which the compiler does not read. */
export const LOCAL_MODEL = new URL("../../examples/local-model/", import.meta.url);

/** The example's server, with a few rules in place of the weights, which are a download of 177 MB. */
export async function serveTinyModel(name: string): Promise<Served> {
  const { serve } = (await import(fileURLToPath(new URL("server.mjs", LOCAL_MODEL)))) as { serve: Serve };
  return serve({ complete }, { name, port: 0, context: 8192, maxTokens: 200 });
}

/** Chooses the first tool, fills forms with what they allow, else counts. */
async function complete(prompt: string, { maxTokens, grammar }: Wanted) {
  const usage = { input: prompt.split(" ").length, cached: 0, output: 4 };
  if (typeof grammar === "string") return { text: /"(call \w+)/.exec(grammar)![1]!, isCut: false, usage };
  const text = grammar ? JSON.stringify(filled(grammar as Form)) : "1 2 3 4 ready".repeat(9).slice(0, maxTokens);
  return { text, isCut: !grammar && maxTokens < 40, usage };
}

function filled({ properties }: Form): object {
  const values = Object.entries(properties).map(([name, { enum: allowed, type }]) => [
    name,
    allowed?.[0] ?? (type === "integer" ? 1 : "some text"),
  ]);
  return Object.fromEntries(values);
}
