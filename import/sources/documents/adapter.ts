import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import type { SourceFile } from "../files.ts";
import { contentOfItems } from "../items.ts";
import { readEach } from "../read-each.ts";
import type { Claim, SourceAdapter } from "../source.ts";
import type { DocumentBlocks } from "./blocks.ts";
import { itemsOfDocuments } from "./items.ts";

interface DocumentFormat extends Pick<SourceAdapter, "name" | "reads" | "drops"> {
  isOne(file: SourceFile): boolean;
  claim(file: SourceFile): Claim | null;
  readBlocks(file: SourceFile): Promise<DocumentBlocks>;
}

/** An adapter of documents that people read: all have headings, texts and tables, and become artifacts alike. */
export function documentAdapter({ name, reads, drops, isOne, claim, readBlocks }: DocumentFormat): SourceAdapter {
  return {
    ...{ name, reads, drops, claim },
    keeps:
      "sections with the headings around them, which go with each of their chunks; paragraphs, rows of tables and headings that begin with an id, such as REQ-12:, as artifacts of that type; each cell behind its headers; links between ids as the word or header before them says, else as mentions",
    async read({ files }, context) {
      const wanted = files.length === 1 ? files : files.filter(isOne);
      const documents = await readEach(wanted, context, async (file) => {
        const read = await readBlocks(file);
        if (read.blocks.length === 0)
          throw new UserError("corpus", `${file.name}: no text in it`, { hint: "leave it out" });
        return { ...read, file: file.name };
      });
      const { items, notes } = itemsOfDocuments(documents);
      const counts: Record<string, number> = { documents: documents.length };
      for (const document of documents)
        for (const [what, count] of Object.entries(document.counts)) counts[what] = (counts[what] ?? 0) + count;
      const sections = items.filter(({ type }) => type === "section").length;
      return contentOfItems(items, {
        counts: { ...counts, "with an id": items.length - sections },
        roles: { section: { role: "other" } },
        notes: [
          ...documents.flatMap((document) => document.notes),
          ...notes,
          ...(sections === items.length
            ? [`no ids were found: ${countOf(sections, "section")} can be searched, nothing is linked`]
            : []),
        ],
      });
    },
  };
}
