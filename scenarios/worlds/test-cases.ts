import { generateTelecomCorpus } from "../../db/corpora/telecom/index.ts";

/** A test case of the default corpus that sets one parameter, once. */
export interface TestCase {
  id: string;
  title: string;
  text: string;
  parameter: string;
  value: string;
}

/** In the order of the corpus. Generating it takes a second: who makes many worlds passes these on. */
export function defaultTestCases(): TestCase[] {
  const { artifacts, mapping } = generateTelecomCorpus({ seed: DEFAULT_CORPUS_SEED });
  return artifacts.flatMap(({ id, type, title, text }) => {
    if (mapping.artifactTypes[type]?.role !== "test_case") return [];
    const settings = [...text.matchAll(/\bSet (\w+) to (\w+)\./g)];
    const [, parameter, value] = settings[0] ?? [];
    return settings.length === 1 && parameter && value ? [{ id, title, text, parameter, value }] : [];
  });
}

const DEFAULT_CORPUS_SEED = 7;
