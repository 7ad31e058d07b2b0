/** A work item of either export. */
export interface WorkItem {
  number: string;
  fields: Record<string, string>;
  relations: readonly { kind: string; number: string; inverse: boolean }[];
  steps: string[];
  place: string;
}

export interface WorkItems {
  items: WorkItem[];
  records: number;
  notes: string[];
}
