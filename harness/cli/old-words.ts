/** What users knew by another name before. The old one goes on working. */
export const OLD_COMMANDS = { recording: "cassette", "offline-judging": "packets" } as const;
