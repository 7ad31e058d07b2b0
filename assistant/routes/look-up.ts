import { lookUp } from "../service/look-up.ts";
import type { Call, Reply, Route } from "./route.ts";

export const LOOK_UP_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: "/tools/{tool}",
    summary: "Look at the records by a tool of the agent's, with its arguments as the body; nothing is stored",
    serve: async ({ service, params, body }: Call): Promise<Reply> => ({
      body: await lookUp(service, params.tool!, body),
    }),
  },
];
