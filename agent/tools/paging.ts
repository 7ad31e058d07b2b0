import { z } from "zod";
import { ToolFailure } from "./tool-failure.ts";

/** `limit` and `offset` of the tools that list everything there is. */
export function pagingFields(limits: { sqlMaxLimit: number; sqlDefaultLimit: number }) {
  return {
    limit: z.number().int().min(1).max(limits.sqlMaxLimit).default(limits.sqlDefaultLimit),
    offset: z.number().int().min(0).max(1_000_000).default(0).describe("rows to skip: next_offset of the page before"),
  };
}

/** Where a page stands in the whole. @throws ToolFailure when it lies past the end */
export function pageOf(page: { offset: number; count: number; total: number }): {
  truncated: boolean;
  facts: { next_offset?: number };
} {
  if (page.offset > 0 && page.count === 0)
    throw new ToolFailure(
      "invalid_arguments",
      `There are no rows from ${page.offset} on.`,
      "Start again with offset 0.",
    );
  const next = page.offset + page.count;
  return next < page.total ? { truncated: true, facts: { next_offset: next } } : { truncated: false, facts: {} };
}
