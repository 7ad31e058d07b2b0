import { useState } from "preact/hooks";
import { Evidence } from "../scope/evidence.tsx";
import type { Step } from "../service/wire.ts";
import { countOf } from "../ui/text.tsx";
import { outcomeOf, sentenceOf } from "./words.ts";

interface StepsProps {
  steps: readonly Step[];
  busy: boolean;
  answered: boolean;
  threadId: string;
}

/** What the agent has done so far, a line a call; results can be opened. */
export function Steps({ steps, busy, answered, threadId }: StepsProps) {
  const [opened, setOpened] = useState<Step | null>(null);
  if (steps.length === 0 && !busy) return null;
  const count = countOf(steps.length, "step");
  return (
    <details class="steps" open={!answered}>
      <summary>{busy ? `working: ${count} so far` : `how it was found: ${count}`}</summary>
      <ol>
        {steps.map((step) => (
          <li key={step.index} class={step.status === "error" ? "failed" : undefined}>
            {lineOf(step)}: <Outcome step={step} open={() => setOpened(step)} />
          </li>
        ))}
      </ol>
      {opened && <Evidence threadId={threadId} step={opened} onClose={() => setOpened(null)} />}
    </details>
  );
}

function Outcome({ step, open }: { step: Step; open(): void }) {
  const words = `${outcomeOf(step)}${step.review?.decision === "edit" ? ", as you changed it" : ""}`;
  if (step.result_path === null) return <span class="outcome">{words}</span>;
  return (
    <button type="button" class="link" onClick={open}>
      {words}
    </button>
  );
}

/** `Looked up REQ-12`, with who did it where work was handed on. */
export function lineOf({ tool, arguments: given, sub_agent }: Step): string {
  const words = sentenceOf(tool, given);
  return sub_agent === null ? words : `${sub_agent}: ${words[0]!.toLowerCase()}${words.slice(1)}`;
}
