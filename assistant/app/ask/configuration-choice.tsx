import type { AssistantInfo } from "../service/wire.ts";

interface ConfigurationChoiceProps {
  label: string;
  assistants: readonly AssistantInfo[];
  value: string;
  disabled?: boolean;
  /** Words for none of them, which is "". */
  none?: string;
  onChoose(assistantId: string): void;
}

export function ConfigurationChoice({ label, assistants, value, disabled, none, onChoose }: ConfigurationChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      disabled={disabled ?? false}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {assistants.map((assistant) => (
        <option key={assistant.assistant_id} value={assistant.assistant_id}>
          {nameOf(assistant)}
        </option>
      ))}
    </select>
  );
}

/** A stand-in is never taken for a language model. */
export function nameOf({ metadata: { model, workflow, knowledge, stand_in } }: AssistantInfo): string {
  const words = [model, workflow, knowledge].join(" · ").replaceAll("_", " ");
  return stand_in ? `${words} (stand-in, no language model)` : words;
}
