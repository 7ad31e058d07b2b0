/** Finds one kind of personal data in texts. Takes time in proportion to the text, whatever stands there. */
export interface Recogniser {
  /** Stands in placeholders, counts and notes. */
  name: string;
  /** In any order; they may overlap those of others. */
  find(text: string): Iterable<FoundSpan>;
}

/** A place in a text, in UTF-16 code units. */
export interface FoundSpan {
  start: number;
  end: number;
  /** What is meant, however it is written: equal for two spellings of one address. */
  value: string;
}
