import { joinedFields } from "../joined-fields.ts";
import { childOf, childrenOf, type XmlElement } from "../text/xml.ts";
import { type RawValue, rawValue, reference } from "./raw-value.ts";

/** Names behind the identifiers of a document (types, attribute definitions, enumeration values), and values that types give. */
export class Dictionary {
  readonly #names = new Map<string, string>();
  /** By type: values of attributes that an object may leave out. */
  readonly #defaults = new Map<string, RawValue[]>();

  constructor(root: XmlElement) {
    this.#gather(root);
  }

  typeName(id: string | null): string | null {
    return (id === null ? undefined : this.#names.get(id)) ?? null;
  }

  /** What the type says of attributes that an object has no value of. */
  defaultsOf(typeId: string | null, own: readonly RawValue[]): readonly RawValue[] {
    const given = new Set(own.map(({ definition }) => definition));
    return (this.#defaults.get(typeId ?? "") ?? []).filter(({ definition }) => !given.has(definition));
  }

  /** Attribute name -> text, enumeration values by their names; empty values are left out. */
  valuesOf(values: readonly RawValue[]): Record<string, string> {
    return joinedFields(
      values.flatMap(({ definition, text, enumeration }) => {
        const value = enumeration.length > 0 ? enumeration.map((id) => this.#names.get(id) ?? id).join(", ") : text;
        return value === "" ? [] : [[this.#names.get(definition) ?? definition, value] as const];
      }),
      "\n",
    );
  }

  #gather(element: XmlElement): void {
    const { IDENTIFIER: id, "LONG-NAME": name } = element.attributes;
    const isDefinition = /^(ATTRIBUTE-DEFINITION-|ENUM-VALUE$)|-TYPE$/.test(element.name);
    if (isDefinition && id) this.#names.set(id, name?.trim() || id);
    if (id && /^SPEC.*-TYPE$/.test(element.name)) this.#defaults.set(id, defaultsIn(element));
    for (const child of childrenOf(element)) this.#gather(child);
  }
}

function defaultsIn(type: XmlElement): RawValue[] {
  const definitions = childrenOf(type, "SPEC-ATTRIBUTES").flatMap((list) => childrenOf(list));
  return definitions.flatMap((definition) =>
    childrenOf(definition, "DEFAULT-VALUE")
      .flatMap((value) => childrenOf(value))
      .map((value) => ({
        ...rawValue(value),
        definition: reference(childOf(value, "DEFINITION")) ?? definition.attributes.IDENTIFIER ?? "",
      })),
  );
}
