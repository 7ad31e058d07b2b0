import type { ComponentChildren } from "preact";
import { NearItems } from "../ask/near-items.tsx";
import { splitQuestion } from "../ask/question.ts";
import { readChange } from "../service/changes.ts";
import type { Item } from "../service/items.ts";
import { useLoaded } from "../ui/use-loaded.ts";

interface NearestProps {
  question: string;
  ask(item: Item): void;
  /** Shown once the records are there. */
  below: ComponentChildren;
}

/** Where an answer recommends nothing: the records nearest to the question, to ask about one of them instead. This is the page's own search. */
export function Nearest({ question, ask, below }: NearestProps) {
  const { words, told } = splitQuestion(question);
  const { value, failed } = useLoaded(() => readChange(`${words}\n${told}`), question);
  return (
    <>
      <NearItems
        near={[...(value?.items ?? []), ...(value?.near ?? [])]}
        words="Nothing is recommended. Records that the question names, and those nearest to it by words and meaning:"
        verb="ask about"
        choose={ask}
      />
      {(value !== undefined || failed !== undefined) && below}
    </>
  );
}
