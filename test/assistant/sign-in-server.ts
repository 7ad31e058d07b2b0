import { createHash } from "node:crypto";
import type { SignIn } from "../../assistant/protocol/sign-in.ts";
import { type Exchange, serveLoopback } from "../../base/loopback/serve.ts";

export interface SignInServer {
  signIn: SignIn;
  /** Who signs in next; null: nobody is let in. */
  person: string | null;
  /** Of tokens that it gives from here on, in seconds. */
  lifeSeconds: number;
  /** Renewals that it still grants. */
  renewals: number;
  /** As they were asked for, with their parameters. */
  addresses: string[];
  close(): Promise<void>;
}

/** An authorisation server that checks what RFC 6749 and RFC 7636 have it check: the code once, its verifier, its redirect, the client. */
export async function startSignInServer(tokenOf: (person: string) => string): Promise<SignInServer> {
  const codes = new Map<string, { challenge: string; redirect: string; person: string }>();
  const state = { person: null as string | null, lifeSeconds: 3600, renewals: 10, addresses: [] as string[] };
  const server = await serveLoopback({
    methods: ["GET", "POST"],
    maxBodyBytes: 10_000,
    handle({ request, response, body }: Exchange) {
      const address = new URL(request.url ?? "/", "http://server");
      state.addresses.push(address.href);
      if (address.pathname === "/authorize") {
        const asked = (name: string) => address.searchParams.get(name) ?? "";
        const back = new URL(asked("redirect_uri"));
        const code = `code-${codes.size}`;
        const person = state.person;
        if (person !== null && asked("code_challenge_method") === "S256" && asked("client_id") === "scopebench") {
          codes.set(code, { challenge: asked("code_challenge"), redirect: asked("redirect_uri"), person });
          back.searchParams.set("code", code);
        } else back.searchParams.set("error", "access_denied");
        back.searchParams.set("state", asked("state"));
        return void response.writeHead(302, { location: back.href }).end();
      }
      const form = new URLSearchParams(body.toString("utf8"));
      const person = form.get("grant_type") === "refresh_token" ? renewed(form) : redeemed(form);
      const said = person
        ? {
            access_token: tokenOf(person),
            token_type: "Bearer",
            expires_in: state.lifeSeconds,
            refresh_token: `renew ${person}`,
          }
        : { error: "invalid_grant" };
      response.writeHead(person ? 200 : 400, { "content-type": "application/json" }).end(JSON.stringify(said));
    },
  });

  function redeemed(form: URLSearchParams): string | null {
    const kept = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    return kept?.challenge === challenge && kept.redirect === form.get("redirect_uri") ? kept.person : null;
  }

  function renewed(form: URLSearchParams): string | null {
    return state.renewals-- > 0 ? (/^renew (.+)$/.exec(form.get("refresh_token") ?? "")?.[1] ?? null) : null;
  }

  const { origin } = server;
  const signIn = {
    authorize: `${origin}/authorize`,
    token: `${origin}/token`,
    clientId: "scopebench",
    audience: "chat",
    scope: "read",
  };
  return Object.assign(state, { signIn, close: () => server.close() });
}
