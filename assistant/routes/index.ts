import { faultSubtypes } from "../../db/issues/issues.ts";
import type { SubstrateManifest } from "../../db/ports/substrate-manifest.ts";
import { GRAPH_ID } from "../protocol/assistants.ts";
import { AGENT_ROUTES } from "./agents.ts";
import { ASSISTANT_ROUTES } from "./assistants.ts";
import { CHANGE_ROUTES } from "./changes.ts";
import { DOCUMENT_ROUTES } from "./documents.ts";
import { FILE_ROUTES } from "./files.ts";
import { ITEM_ROUTES } from "./items.ts";
import { LOOK_UP_ROUTES } from "./look-up.ts";
import { openApiDocument } from "./openapi.ts";
import type { Route } from "./route.ts";
import { RUN_ROUTES } from "./runs.ts";
import { SHARE_ROUTES } from "./shares.ts";
import { SOURCE_ROUTES } from "./sources.ts";
import { STORE_ROUTES } from "./store.ts";
import { THREAD_STREAM_ROUTES } from "./thread-stream.ts";
import { THREAD_ROUTES } from "./threads.ts";

/** Everything that the service answers: the OpenAPI document and `docs/guides/assistant-api.md` tell the same list. */
export const ROUTES: readonly Route[] = [
  { method: "GET", path: "/ok", summary: "Whether the service answers", serve: async () => ({ body: { ok: true } }) },
  {
    method: "GET",
    path: "/info",
    summary: "What is served",
    serve: async ({ service }) => ({
      body: {
        version: service.options.agent.version.slice(0, 12),
        name: GRAPH_ID,
        flags: { assistants: true, crons: false, langsmith: false },
        safe_mode: service.options.reviewed,
        keep_days: service.options.keepDays ?? null,
        records: recordsIn(service.options.agent.substrate.manifest),
      },
    }),
  },
  {
    method: "GET",
    path: "/openapi.json",
    summary: "This list",
    serve: async () => ({ body: openApiDocument(ROUTES) }),
  },
  ...ASSISTANT_ROUTES,
  ...AGENT_ROUTES,
  ...THREAD_ROUTES,
  ...THREAD_STREAM_ROUTES,
  ...RUN_ROUTES,
  ...FILE_ROUTES,
  ...LOOK_UP_ROUTES,
  ...DOCUMENT_ROUTES,
  ...ITEM_ROUTES,
  ...STORE_ROUTES,
  ...CHANGE_ROUTES,
  ...SOURCE_ROUTES,
  ...SHARE_ROUTES,
];

/** What people ask for: reports of faults, where the corpus has such and no tests. */
function recordsIn({ mapping, counts }: SubstrateManifest): "tests" | "reports" {
  return counts.test_cases === 0 && faultSubtypes(mapping).length > 0 ? "reports" : "tests";
}
