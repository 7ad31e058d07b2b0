import type { AssistantInfo } from "../service/wire.ts";
import { ConfigurationChoice } from "./configuration-choice.tsx";

export interface CompareWithProps {
  assistants: readonly AssistantInfo[];
  other: string;
  chooseOther(assistantId: string): void;
  blind: boolean;
  setBlind(on: boolean): void;
}

/** Another configuration that is asked the same, in a new comparison. */
export function CompareWith({ assistants, other, chooseOther, blind, setBlind }: CompareWithProps) {
  return (
    <>
      <ConfigurationChoice
        label="compare with"
        assistants={assistants}
        none="compare with no other"
        value={other}
        onChoose={chooseOther}
      />
      {other !== "" && (
        <label class="check">
          <input type="checkbox" checked={blind} onInput={(event) => setBlind(event.currentTarget.checked)} /> hide
          names
        </label>
      )}
    </>
  );
}
