import { plainTextOf } from "../text/markup.ts";
import { childOf, childrenOf, textOf, type XmlElement } from "../text/xml.ts";

/** A value of an attribute, by identifiers: of the attribute's definition and of enumeration values. */
export interface RawValue {
  definition: string;
  text: string;
  enumeration: string[];
  /** The line where THE-VALUE is missing; null where it is there, or may be. */
  missingAt: number | null;
}

export function rawValue(element: XmlElement): RawValue {
  const content = childOf(element, "THE-VALUE");
  const hasValue =
    content !== undefined || "THE-VALUE" in element.attributes || element.name === "ATTRIBUTE-VALUE-ENUMERATION";
  return {
    definition: reference(childOf(element, "DEFINITION")) ?? "",
    text: content ? plainTextOf(content) : (element.attributes["THE-VALUE"] ?? "").trim(),
    enumeration: childrenOf(element, "VALUES")
      .flatMap((values) => childrenOf(values))
      .map((value) => textOf(value).trim()),
    missingAt: hasValue ? null : element.line,
  };
}

/** The text of the one reference that an element holds, such as `OBJECT/SPEC-OBJECT-REF`. */
export function reference(element: XmlElement | undefined): string | null {
  return textOf(element).trim() || null;
}
