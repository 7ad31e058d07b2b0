import { useState } from "preact/hooks";
import { reasonOf } from "../../service/client.ts";
import { save } from "../../ui/save.ts";
import { FORMATS } from "./formats.ts";
import type { ScopeExport } from "./scope-export.ts";

/** Saves the scope as it is decided now. */
export function Exports({ disabled, ...scope }: ScopeExport & { disabled: boolean }) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const write = async ({ file, write }: (typeof FORMATS)[number]) => {
    setTrouble(null);
    await write(scope).then(
      (content) => save(file, content),
      (error: unknown) => setTrouble(reasonOf(error)),
    );
  };
  return (
    <fieldset class="exports">
      <legend class="sr">save the scope</legend>
      <span aria-hidden="true">Save as</span>
      {FORMATS.map((format) => (
        <button
          key={format.file}
          type="button"
          aria-label={`save as ${format.label}`}
          disabled={disabled}
          onClick={() => write(format)}
        >
          {format.label}
        </button>
      ))}
      {trouble && (
        <p class="bad" role="alert">
          {trouble}
        </p>
      )}
    </fieldset>
  );
}
