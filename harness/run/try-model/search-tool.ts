/** The tool that probes have called. */
export const SEARCH_TOOL = {
  type: "function",
  function: {
    name: "search_records",
    description: "Searches records by words. Gives the ids of those that were found.",
    parameters: {
      type: "object",
      properties: { query: { type: "string", description: "words to search for" } },
      required: ["query"],
    },
  },
} as const;
