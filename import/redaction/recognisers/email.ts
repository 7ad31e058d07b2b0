import type { FoundSpan, Recogniser } from "../recogniser.ts";

// Each run of signs is gone through once: a run begins only where none is under way.
const ADDRESS =
  /(?<![\p{L}\p{M}\p{N}._%+-])[\p{L}\p{M}\p{N}._%+-]+?(?:@|%40)[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*\.\p{L}[\p{L}\p{M}\p{N}-]*/gu;

/** E-mail addresses, in letters of any script, also as they stand in links (`%40`). Upper and lower case are one address. */
export const email: Recogniser = {
  name: "email",
  *find(text): Iterable<FoundSpan> {
    if (!text.includes("@") && !text.includes("%40")) return;
    for (const { 0: found, index } of text.matchAll(ADDRESS)) {
      const before = /^[.%+-]*/.exec(found)?.[0].length ?? 0;
      const end = index + found.length - (/-*$/.exec(found)?.[0].length ?? 0);
      const value = text
        .slice(index + before, end)
        .replace("%40", "@")
        .normalize("NFKC")
        .toLowerCase();
      if (!value.startsWith("@")) yield { start: index + before, end, value };
    }
  },
};
