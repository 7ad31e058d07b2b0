import { CompareWith, type CompareWithProps } from "./compare-with.tsx";
import { ConfigurationChoice, nameOf } from "./configuration-choice.tsx";

interface AdvancedProps extends CompareWithProps {
  chosen: string;
  choose(assistantId: string): void;
  /** A thread stays with the configuration that it began with. */
  fixed: boolean;
}

/** Which configuration answers, and whether another does, too: named, and out of the way of who only asks. */
export function Advanced({ assistants, chosen, choose, fixed, ...compared }: AdvancedProps) {
  const asked = assistants.find(({ assistant_id }) => assistant_id === chosen);
  const other = assistants.find(({ assistant_id }) => !fixed && assistant_id === compared.other);
  const names = [asked, other].flatMap((one) => (one ? [nameOf(one)] : []));
  return (
    <details class="advanced">
      <summary>{`advanced: answered by ${names.join(", compared with ") || "a configuration that is no longer here"}`}</summary>
      <div class="row settings">
        <ConfigurationChoice
          label="configuration"
          assistants={assistants}
          value={chosen}
          disabled={fixed}
          onChoose={choose}
        />
        {!fixed && assistants.length > 1 && (
          <CompareWith assistants={assistants.filter(({ assistant_id }) => assistant_id !== chosen)} {...compared} />
        )}
      </div>
    </details>
  );
}
