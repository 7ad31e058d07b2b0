import { z } from "zod";
import { parse } from "../protocol/protocol.ts";
import { findInRecords } from "./find-in-records.ts";
import type { Call, Reply, Route } from "./route.ts";

export const CHANGE_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: "/changes/read",
    summary:
      "What a pasted change ({text}: a diff, a description, a mail, ids) says in sentences, the records that it names and those nearest to it; nothing is stored",
    serve: read,
  },
];

const changeRequest = z.object({ text: z.string().min(1).max(2_000_000) });

async function read({ service, body }: Call): Promise<Reply> {
  return { body: await findInRecords(service, parse(changeRequest, body).text) };
}
