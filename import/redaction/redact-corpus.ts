import { makeCorpus } from "../../db/corpora/make-corpus.ts";
import type { Corpus, StreamedCorpus } from "../../db/ports/corpus.ts";
import { RedactionCounter, redactionNotes } from "./counts.ts";
import type { DataRedactor } from "./redactor.ts";

/** A corpus in memory without personal data. A folder's is redacted line by line, before anything is guessed from it. */
export function redactCorpus({ mapping, artifacts, links, notes }: Corpus, redactor: DataRedactor): Corpus {
  const counter = new RedactionCounter(redactor);
  const parts = {
    mapping,
    artifacts: artifacts.map((artifact) => counter.record(artifact) as typeof artifact),
    links: links.map((link) => counter.redact(link, "links")),
    notes,
  };
  return withRedaction(makeCorpus(parts), counter);
}

/** The corpus that was read through a counter, with what it counted. */
export function withRedaction<C extends StreamedCorpus>(corpus: C, counter: RedactionCounter | null): C {
  if (!counter) return corpus;
  const redaction = counter.report();
  return { ...corpus, notes: [...corpus.notes, ...redactionNotes(redaction)], redaction };
}
