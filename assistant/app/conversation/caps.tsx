import type { SessionUsage } from "../service/wire.ts";

const WORDS = {
  model_calls: "model calls",
  tool_calls: "tool calls",
  tokens: "tokens",
  cost_usd: "US dollars",
} as const;

/** How far a conversation's caps are filled. */
export function Caps({ usage }: { usage: SessionUsage }) {
  const names = Object.keys(WORDS) as (keyof typeof WORDS)[];
  return (
    <ul class="caps" aria-label="used of this conversation's caps">
      {names.map((name) => {
        const { used, most } = usage[name];
        if (most === null) return null;
        return (
          <li key={name}>
            <meter aria-label={WORDS[name]} min={0} max={most} value={used ?? 0} />{" "}
            {`${used === null ? "?" : Number(used.toFixed(2))} of ${most} ${WORDS[name]}`}
          </li>
        );
      })}
    </ul>
  );
}
