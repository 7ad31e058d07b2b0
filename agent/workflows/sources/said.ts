import type { SourceSettings } from "../../contract/contract.ts";

/** Answers that no model writes. Their beginning is the answers' form in every language. */
const FIXED = {
  en: {
    notPassed: "this is no question that these sources could answer.",
    nothingSupported: "nothing that is visible to you supports an answer to this question.",
  },
  de: {
    notPassed: "das ist keine Frage, die diese Quellen beantworten könnten.",
    nothingSupported: "nichts, was für dich sichtbar ist, stützt eine Antwort auf diese Frage.",
  },
};

export function fixedAnswer(line: keyof (typeof FIXED)["en"], { prompts = "en" }: SourceSettings): string {
  return `No supported recommendation: ${FIXED[prompts][line]}`;
}

/** What a model said behind a label, as in `Sources: wiki, chat`; null where the label is not there. Linear: the text is hostile. */
export function saidBehind(answer: string, label: string): string | null {
  const start = `${label.toLowerCase()}:`;
  for (const line of answer.split("\n")) {
    const bare = line.replace(/^[\s*_`#>-]+/, "");
    if (bare.toLowerCase().startsWith(start))
      return bare
        .slice(start.length)
        .replace(/[\s*_`]+$/, "")
        .trim();
  }
  return null;
}

/** Parts of a list, in which `none` stands for nothing. */
export function listSaid(said: string, separator: RegExp): string[] {
  const parts = said.split(separator).map((part) => part.replace(/^[\s"'`]+|[\s"'`.]+$/g, ""));
  return parts.filter((part) => part !== "" && part.toLowerCase() !== "none");
}
