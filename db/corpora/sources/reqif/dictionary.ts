import { childrenOf, type XmlElement } from "../text/xml.ts";

interface Value {
  definition: string;
  text: string;
  enumeration: readonly string[];
}

/** Names behind the identifiers of a document: types, attribute definitions, enumeration values. */
export class Dictionary {
  readonly #names = new Map<string, string>();

  constructor(root: XmlElement) {
    this.#gather(root);
  }

  typeName(id: string | null): string | null {
    return (id === null ? undefined : this.#names.get(id)) ?? null;
  }

  /** Attribute name -> text, enumeration values by their names; empty values are left out. */
  valuesOf(values: readonly Value[]): Record<string, string> {
    return Object.fromEntries(
      values.flatMap(({ definition, text, enumeration }) => {
        const value = enumeration.length > 0 ? enumeration.map((id) => this.#names.get(id) ?? id).join(", ") : text;
        return value === "" ? [] : [[this.#names.get(definition) ?? definition, value] as const];
      }),
    );
  }

  #gather(element: XmlElement): void {
    const { IDENTIFIER: id, "LONG-NAME": name } = element.attributes;
    const isDefinition = /^(ATTRIBUTE-DEFINITION-|ENUM-VALUE$)|-TYPE$/.test(element.name);
    if (isDefinition && id) this.#names.set(id, name?.trim() || id);
    for (const child of childrenOf(element)) this.#gather(child);
  }
}
