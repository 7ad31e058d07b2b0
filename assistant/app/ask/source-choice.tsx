import type { OfferedSource } from "../service/sources.ts";
import { SignInPart } from "./sign-in.tsx";

/** Of one source: whether it is ticked, and the token that was typed. */
export interface SourceWish {
  ticked: boolean;
  token: string;
}

interface SourceChoiceProps {
  offered: readonly OfferedSource[];
  wishes: Readonly<Record<string, SourceWish>>;
  setWish(source: string, wish: SourceWish): void;
}

const KINDS: Readonly<Record<string, string>> = { tests: "test cases" };
const NO_WISH: SourceWish = { ticked: false, token: "" };

/** Which live sources are asked, each with the person's own token for it. */
export function SourceChoice({ offered, wishes, setWish }: SourceChoiceProps) {
  if (offered.length === 0) return null;
  return (
    <details class="sources" open>
      <summary>live sources, each asked with your own token</summary>
      {offered.map(({ name, kind, isStandIn, hasSignIn }) => {
        const wish = wishes[name] ?? NO_WISH;
        return (
          <div key={name} class="row">
            <label class="check">
              <input
                type="checkbox"
                checked={wish.ticked}
                onInput={(event) => setWish(name, { ...wish, ticked: event.currentTarget.checked })}
              />{" "}
              {name} <small>{isStandIn ? `${KINDS[kind] ?? kind}, a stand-in` : (KINDS[kind] ?? kind)}</small>
            </label>
            {wish.ticked && hasSignIn && (
              <SignInPart source={name} setToken={(token) => setWish(name, { ticked: true, token })} />
            )}
            {wish.ticked && !hasSignIn && (
              <input
                type="password"
                autocomplete="off"
                aria-label={`your token for ${name}`}
                placeholder="your own token"
                value={wish.token}
                onInput={(event) => setWish(name, { ...wish, token: event.currentTarget.value.trim() })}
              />
            )}
          </div>
        );
      })}
      <p class="caption">
        A source shows what you may see. Tokens are kept until this page is closed or loaded anew, and stored nowhere.
      </p>
    </details>
  );
}

export function tokensOf(wishes: SourceChoiceProps["wishes"]): Record<string, string> {
  const ticked = Object.entries(wishes).filter(([, { ticked, token }]) => ticked && token !== "");
  return Object.fromEntries(ticked.map(([name, { token }]) => [name, token]));
}
