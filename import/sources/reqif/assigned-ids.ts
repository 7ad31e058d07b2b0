import { canonicalJson } from "../../../base/canonical-json.ts";
import type { Problems } from "../../folder/problems.ts";
import { quote } from "../../folder/quote.ts";
import { foreignId } from "./merge.ts";
import type { ReqifDocument, ReqifItem } from "./read-document.ts";

/**
 * Which artifact id each object and specification gets. IDENTIFIERs are unique in the world by the standard, so an
 * object that several documents hold alike is one; where they differ, both stay and the document's name tells them
 * apart. The id that people use (ReqIF.ForeignID and its like) stands in wherever it is unique over all documents.
 */
export class AssignedIds {
  readonly #ids = new Map<ReqifDocument, Map<string, string>>();
  readonly #firsts = new Set<ReqifItem>();
  #merged = 0;
  #apart = 0;
  #foreign = 0;

  constructor(documents: readonly ReqifDocument[], problems: Problems) {
    const foreign = uniqueForeignIds(documents);
    const seen = new Map<string, string>();
    for (const document of documents) {
      const ids = new Map<string, string>();
      this.#ids.set(document, ids);
      for (const item of [...document.specifications, ...document.objects]) {
        const place = `${document.name}:${item.line}`;
        if (item.id === "") problems.add(`${place}: an object without IDENTIFIER is left out`);
        else if (ids.has(item.id))
          problems.add(`${place}: IDENTIFIER ${quote(item.id)} is used twice in the document; the second is left out`);
        else ids.set(item.id, this.#register(item, { document, seen, foreign }));
      }
    }
  }

  /** The artifact id behind an IDENTIFIER, null when the document has no such object. */
  idOf(document: ReqifDocument, identifier: string): string | null {
    return this.#ids.get(document)?.get(identifier) ?? null;
  }

  /** False for an object that an earlier document holds alike. */
  isFirst(item: ReqifItem): boolean {
    return this.#firsts.has(item);
  }

  notes(): string[] {
    return [
      ...(this.#foreign > 0
        ? [
            `${this.#foreign} objects go by the id in an attribute (ReqIF.ForeignID and its like), the IDENTIFIER is in meta`,
          ]
        : []),
      ...(this.#merged > 0 ? [`${this.#merged} objects are identical in several documents and are imported once`] : []),
      ...(this.#apart > 0
        ? [
            `${this.#apart} objects have an IDENTIFIER that an earlier document uses for something else: the document's name is put before it`,
          ]
        : []),
    ];
  }

  #register(
    item: ReqifItem,
    { document, seen, foreign }: { document: ReqifDocument; seen: Map<string, string>; foreign: ReadonlySet<string> },
  ): string {
    const own = foreignId(item);
    const id = own !== null && foreign.has(own) ? own : item.id;
    const content = canonicalJson({
      values: item.values,
      longName: item.longName,
      type: document.typeName(item.typeId),
    });
    const known = seen.get(item.id);
    if (known === content) {
      this.#merged++;
      return id;
    }
    this.#firsts.add(item);
    if (id === own) this.#foreign++;
    seen.set(item.id, known ?? content);
    if (known === undefined) return id;
    this.#apart++;
    return `${document.name}/${id}`;
  }
}

/** Ids in attributes that no other object has, and that are no IDENTIFIER. */
function uniqueForeignIds(documents: readonly ReqifDocument[]): Set<string> {
  const owners = new Map<string, Set<string>>();
  const identifiers = new Set<string>();
  for (const document of documents)
    for (const item of [...document.specifications, ...document.objects]) {
      identifiers.add(item.id);
      const id = foreignId(item);
      if (id !== null) owners.set(id, (owners.get(id) ?? new Set()).add(item.id));
    }
  return new Set([...owners].filter(([id, items]) => items.size === 1 && !identifiers.has(id)).map(([id]) => id));
}
