import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { Refused, sourceToken } from "../protocol/protocol.ts";
import type { SignIn } from "../protocol/sign-in.ts";
import type { AssistantService } from "./service.ts";
import { checkSources } from "./sources.ts";

/** What the page keeps while a person signs in. Nothing of it stays here, so that no other session can end what this one began. */
export interface StartedSignIn {
  address: string;
  /** Comes back with the code; the page takes no code with another. */
  state: string;
  /** Proves, with the code, that who began is who ends. */
  verifier: string;
}

export const grantSchema = z.union([
  z.strictObject({ code: z.string().min(1).max(4000), verifier: z.string().min(43).max(128), redirect: z.url() }),
  z.strictObject({ refresh: z.string().min(1).max(8000) }),
]);

const tokensSchema = z.object({
  access_token: sourceToken,
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive().optional(),
  refresh_token: z.string().optional(),
});

/** @throws Refused 422 for a source that nobody signs in to */
export function startSignIn(service: AssistantService, source: string, redirect: string): StartedSignIn {
  const { authorize, clientId, audience, scope } = signInOf(service, source);
  const [state, verifier] = [randomText(), randomText()];
  const address = new URL(authorize);
  const asked = {
    ...{ response_type: "code", client_id: clientId, redirect_uri: redirect, state },
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...(audience && { audience }),
    ...(scope && { scope }),
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return { address: address.href, state, verifier };
}

/** A token for a code, or a new one for one that ends. @throws Refused 403 where it is not given, in no words of the other server: they may hold one */
export async function takeToken(service: AssistantService, source: string, grant: z.output<typeof grantSchema>) {
  const { token, clientId, clientSecret } = signInOf(service, source);
  const asked: Record<string, string> =
    "refresh" in grant
      ? { grant_type: "refresh_token", refresh_token: grant.refresh }
      : {
          ...{ grant_type: "authorization_code", code: grant.code },
          ...{ code_verifier: grant.verifier, redirect_uri: grant.redirect },
        };
  const form = { ...asked, client_id: clientId, ...(clientSecret && { client_secret: clientSecret }) };
  const given = await fetch(token, {
    ...{ method: "POST", body: new URLSearchParams(form), redirect: "error" as const },
    ...{ headers: { accept: "application/json" }, signal: AbortSignal.timeout(LONGEST_MS) },
  })
    .then(async (response) => tokensSchema.safeParse(response.ok ? await response.json() : null))
    .catch(() => null);
  if (!given?.success)
    throw new Refused(403, `${source}: it gives no token for this sign-in; sign in again (unauthorised)`);
  const { access_token, expires_in = null, refresh_token = null } = given.data;
  return { token: access_token, expires_in, refresh: refresh_token };
}

const LONGEST_MS = 20_000;

function randomText(): string {
  return randomBytes(32).toString("base64url");
}

function signInOf(service: AssistantService, source: string): SignIn {
  checkSources(service, [source]);
  const found = service.options.signIns?.[source];
  if (found) return found;
  throw new Refused(422, `${source} has no sign-in here: give a token of your own`);
}
