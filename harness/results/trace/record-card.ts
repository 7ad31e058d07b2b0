/** What the results of a run's tools told of one record. */
export interface RecordCard {
  title: string | null;
  type: string | null;
  /** The longest text of it that a result held. */
  text: string | null;
  /** Other columns of rows that are about this record alone. */
  facts: Record<string, string>;
  links: { id: string; kind: string }[];
}

const BUCKETS = 64;

/** Which of a few dozen files holds a record's card. */
export function recordBucket(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.codePointAt(0)!) % 65_521;
  return sum % BUCKETS;
}
