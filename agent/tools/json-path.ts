import { ToolFailure } from "./tool-failure.ts";

type Step = { type: "key"; key: string } | { type: "every" } | { type: "range"; from: number; to: number | null };

const STEP = /\.([A-Za-z_][\w-]*)|\[(\d+)\]|\[(\d*):(\d*)\]|\[\*\]|\[(?:'([^']*)'|"([^"]*)")\]/y;

/**
 * What a path of the small language finds: `$.rows[0:20].id`. Steps are `.key`, `['any key']`, `[3]`, `[from:to]` and `[*]`;
 * after a step that names several, the rest applies to each of them.
 * @throws ToolFailure `invalid_arguments` on any other text
 */
export function readJsonPath(value: unknown, path: string): unknown {
  return apply(value, parse(path));
}

function parse(path: string): Step[] {
  const steps: Step[] = [];
  STEP.lastIndex = path.startsWith("$") ? 1 : 0;
  const text = path.startsWith("$") || path.startsWith(".") || path.startsWith("[") ? path : `.${path}`;
  while (STEP.lastIndex < text.length) {
    const at = STEP.lastIndex;
    const match = STEP.exec(text);
    if (!match)
      throw new ToolFailure(
        "invalid_arguments",
        `The path cannot be read at "${text.slice(at, at + 20)}".`,
        "Write it like $.rows[0:20].id or $.rows[*]['name'].",
      );
    steps.push(toStep(match));
  }
  return steps;
}

function toStep([text, key, index, from, to, single, double]: RegExpExecArray): Step {
  if (text === "[*]") return { type: "every" };
  if (from !== undefined || to !== undefined)
    return { type: "range", from: Number(from || 0), to: to ? Number(to) : null };
  if (index !== undefined) return { type: "key", key: index };
  return { type: "key", key: key ?? single ?? double ?? "" };
}

function apply(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (!step) return value;
  if (step.type === "key") return apply(member(value, step.key), rest);
  const items = Array.isArray(value)
    ? value
    : value !== null && typeof value === "object" && step.type === "every"
      ? Object.values(value)
      : [];
  const chosen = step.type === "every" ? items : items.slice(step.from, step.to ?? undefined);
  return chosen.map((item: unknown) => apply(item, rest));
}

function member(value: unknown, key: string): unknown {
  if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return null;
  return (value as Record<string, unknown>)[key];
}
