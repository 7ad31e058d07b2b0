/** What a grammar calls functions, classes and calls. Node types are those of the tree-sitter grammars of `tree-sitter-wasms` 0.1.13. */
export interface CodeLanguage {
  grammar: string;
  functions: ReadonlySet<string>;
  classes: ReadonlySet<string>;
  calls: ReadonlySet<string>;
  /** Nodes of a class's head that name what it inherits from. */
  bases: ReadonlySet<string>;
  /** Macros may stand around its declarations. */
  hasMacros?: true;
}

const set = (names: string) => new Set(names.split(" "));

const C_FAMILY = {
  functions: set("function_definition"),
  classes: set("class_specifier struct_specifier"),
  calls: set("call_expression"),
  bases: set("base_class_clause"),
  hasMacros: true,
} as const;
const TYPESCRIPT = {
  functions: set("function_declaration generator_function_declaration method_definition"),
  classes: set("class_declaration abstract_class_declaration interface_declaration"),
  calls: set("call_expression new_expression"),
  bases: set("class_heritage extends_type_clause"),
};

const LANGUAGES: Readonly<Record<string, CodeLanguage>> = {
  py: {
    grammar: "python",
    functions: set("function_definition"),
    classes: set("class_definition"),
    calls: set("call"),
    bases: set("argument_list"),
  },
  java: {
    grammar: "java",
    functions: set("method_declaration constructor_declaration"),
    classes: set("class_declaration interface_declaration enum_declaration record_declaration"),
    calls: set("method_invocation object_creation_expression"),
    bases: set("superclass super_interfaces extends_interfaces"),
  },
  c: { grammar: "c", ...C_FAMILY, classes: set("") },
  h: { grammar: "cpp", ...C_FAMILY },
  cc: { grammar: "cpp", ...C_FAMILY },
  cpp: { grammar: "cpp", ...C_FAMILY },
  cxx: { grammar: "cpp", ...C_FAMILY },
  hpp: { grammar: "cpp", ...C_FAMILY },
  ts: { grammar: "typescript", ...TYPESCRIPT },
  tsx: { grammar: "tsx", ...TYPESCRIPT },
};

/** The language of a file by its ending; undefined for none of these. */
export function languageOf(name: string): CodeLanguage | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined;
}
