import { useEffect, useState } from "preact/hooks";
import { reasonOf } from "../service/client.ts";
import { type GivenToken, renew, signIn } from "../service/sources.ts";

interface SignInPartProps {
  source: string;
  /** "" once it ended. */
  setToken(token: string): void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Signs a person in at a source, and renews the token as long as the page is open and the source lets it. */
export function SignInPart({ source, setToken }: SignInPartProps) {
  const [given, setGiven] = useState<GivenToken | null>(null);
  const [said, say] = useState("");
  const take = async (asked: Promise<GivenToken>) => {
    try {
      const tokens = await asked;
      setGiven({ ...tokens, refresh: tokens.refresh ?? given?.refresh ?? null });
      setToken(tokens.token);
      say("");
    } catch (error) {
      setGiven(null);
      setToken("");
      say(reasonOf(error));
    }
  };
  useEffect(() => {
    if (!given?.refresh || given.expires_in === null) return;
    const { refresh, expires_in } = given;
    // Half of its life: a run that begins just before it is renewed has the other half.
    const timer = setTimeout(() => void take(renew(source, refresh)), Math.min(500 * expires_in, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [given]);
  return (
    <>
      <button type="button" onClick={() => void take(signIn(source))}>
        {`sign in at ${source}${given ? " again" : ""}`}
      </button>{" "}
      <span role="status">{given ? "signed in" : ""}</span>
      {said !== "" && <p role="alert">{said}</p>}
    </>
  );
}
