import type { Exchange } from "../../base/loopback/serve.ts";
import type { Runs } from "../service/runs.ts";
import type { AssistantService } from "../service/service.ts";

/** One request, as a route sees it. */
export interface Call {
  service: AssistantService;
  runs: Runs;
  /** Parts of the path, by name. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** JSON, or undefined where there is none. */
  body: unknown;
  exchange: Exchange;
}

/** `undefined` when the route has written its answer itself. */
export type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | undefined;

export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `/threads/{thread_id}`; a part may hold anything but a slash. */
  path: string;
  summary: string;
  /** Or what to do instead: such a route answers 501, or 404 where clients would try again for ever. */
  serve: ((call: Call) => Promise<Reply>) | { instead: string; status?: 404 };
  /** The body is a file's content, not JSON. */
  raw?: true;
  /** For who shows a link's token (`x-share-token`), and for nobody else. */
  byLink?: true;
}
