import type { Table } from "../table.ts";

const NOTICE =
  "Published by others, on another corpus, with other models and another judge (Orhan, When Agentic Workflows Help, 2026): " +
  "for orientation, not for comparison. Not measured here.";

/** The study's own figures as a table beside ours, with those of our columns that it filled; null where it has none. */
export function publishedTable({ name, title, columns, published }: Table): Table | null {
  if (!published) return null;
  const { rows, measured } = published;
  return {
    name: `${name}_published`,
    title: `${title}, as published by others`,
    caption: `${NOTICE} ${measured}`,
    columns: columns.filter(({ key }) => rows.some((row) => (row[key] ?? null) !== null)),
    rows,
  };
}
