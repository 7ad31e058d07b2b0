import { z } from "zod";
import { parse, sourceToken } from "../protocol/protocol.ts";
import { grantSchema, startSignIn, takeToken } from "../service/sign-in.ts";
import { itemInPlace, offeredSources } from "../service/sources.ts";
import type { Route } from "./route.ts";

const starting = z.strictObject({ redirect: z.url() });
const opening = z.object({ id: z.string().min(1).max(500), token: sourceToken });

export const SOURCE_ROUTES: readonly Route[] = [
  {
    method: "GET",
    path: "/sources",
    summary: "Live sources that can be ticked (`config.configurable.sources` of a run: the asker's token by name)",
    serve: async ({ service }) => ({ body: offeredSources(service) }),
  },
  {
    method: "POST",
    path: "/sources/{source}/sign-in",
    summary: "Begins a sign-in at the source, {redirect}: the address to open, with the state and verifier that end it",
    serve: async ({ service, params, body }) => ({
      body: startSignIn(service, params.source!, parse(starting, body).redirect),
    }),
  },
  {
    method: "POST",
    path: "/sources/{source}/token",
    summary: "The source's token for a sign-in's {code, verifier, redirect}, or for {refresh}; nothing is stored",
    serve: async ({ service, params, body }) => ({
      body: await takeToken(service, params.source!, parse(grantSchema, body)),
    }),
  },
  {
    method: "POST",
    path: "/sources/{source}/open",
    summary: "An item at its place, {id, token}: as the source shows it to the token's owner now; nothing is stored",
    serve: async ({ service, params, body }) => ({
      body: await itemInPlace(service, { source: params.source!, ...parse(opening, body) }),
    }),
  },
];
