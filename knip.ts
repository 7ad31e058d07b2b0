import type { KnipConfig } from "knip";

/** Part of `npm run check`: every file is reached from an entry, every export has a user in another file, every package too. */
export default {
  workspaces: {
    ".": {
      entry: [
        "harness/bin.ts",
        "harness/api/*.ts", // What other packages import.
        "harness/run/init/template/**", // What `scopebench init` writes.
        "harness/show/report/build-site.ts", // Run in a process of its own.
        "reports/src/*.md",
        "reports/src/components/page-shell.ts", // The script of every page: reports/observablehq.config.ts.
        "reports/src/components/notebook.ts", // What pages of readers import: reports/new-page.md.
        "reports/observablehq.config.ts",
        "reports/duckdb/engine.ts", // Bundled by harness/show/report/query-engine.ts.
        "reports/live/{execution,live,preview}.ts", // Bundled by harness/show/live/page.ts, harness/show/report/preview.ts.
        "assistant/app/main.tsx", // Bundled by assistant/app-files.ts.
        "scripts/*.ts",
        "scripts/docs/observablehq.config.ts", // Read by Framework: scripts/docs/site.ts.
        "perf/*.ts",
        "perf/report/invent-run.ts", // Run in a process of its own.
        "perf/test-files/record-processor-time.ts", // Run by vitest before each file.
        "perf/gate/{index,error-rates,directories}.ts",
        "perf/gate/sequential/{index,directories}.ts",
        "perf/decide/!(print).ts",
        "perf/concurrency/{provider,run}.ts",
        "perf/queue/worker.ts",
        "scripts/queue-chaos/{coordinator,worker}.ts", // Run in a process of its own.
        "examples/**/*.{mjs,js}",
        "test/**/*.test.ts",
        "test/collect-memory.ts", // Run by vitest before each file.
        "test/oracles/print-*.ts",
        "test/measure/clustering/runtimes/print.ts", // Bundled by the test beside it.
        "test/assistant/front-end.mjs", // Bundled by use-stream.test.ts.
        "vitest.config.ts",
      ],
      project: ["**/*.{ts,tsx,mjs,js}", "reports/src/*.md"],
    },
    measure: { entry: ["api/*.ts", "README.md"], project: ["**/*.{ts,md}"] },
  },
  compilers: { md: (page: string) => [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code).join("\n") },
  vitest: false, // Loading its configuration removes old caches.
  ignoreDependencies: [
    "@fontsource/*", // Files of theirs, by built paths: harness/show/plots/fonts.ts, reports/.
    "@observablehq/framework", // Its command, found beside its package.json.
    "@sparticuz/chromium", // Run in a process of its own: scripts/browser.ts.
    "@types/fs-extra", // Types of what zx gives as `fs`.
    "minisearch", // Of Framework's own: the site's search is asked as its page asks it, test/scripts/docs.
    "axe-core", // A file, read into pages.
    ...["d3", "htl", "isoformat"], // Bundled by name: harness/show/report/libraries.ts.
    "tree-sitter-wasms", // Grammars, found as files: import/sources/code/read-code.ts.
    "node-llama-cpp", // Installed by the example that needs it: examples/local-model.
    "deno", // For who runs the sources by it.
  ],
  ignoreBinaries: ["pdflatex", "fish", "php"], // Of the system; tests that need them say so.
} satisfies KnipConfig;
