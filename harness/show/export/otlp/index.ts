import { configurationsOf } from "../../../record/config/matrix.ts";
import { configurationName } from "../../../record/domain/names.ts";
import { scoresByName } from "../../../record/run-directory/scores.ts";
import { exportedExecutions } from "../executions.ts";
import type { ExportFormat } from "../format.ts";
import { attributesOf } from "./attributes.ts";
import { traceOf } from "./trace.ts";

/** Version of OpenTelemetry's semantic conventions that the names of spans and attributes are of. */
const CONVENTIONS = "https://opentelemetry.io/schemas/1.38.0";

/** OTLP's JSON encoding as a collector's file exporter writes it: a file a configuration, a line and a trace an execution. */
export const otlpFormat: ExportFormat = {
  name: "otlp",
  about: "OpenTelemetry's spans by the conventions for GenAI: agents, requests, calls of tools, scores as evaluations",
  async *files(run) {
    const { runDirectory, config, manifest } = run;
    const scores = await scoresByName(runDirectory);
    const version = manifest.scopebench_version;
    const resource = { attributes: attributesOf({ "service.name": "scopebench", "service.version": version }) };
    const scope = { name: "scopebench", version };
    for (const configuration of configurationsOf(config)) {
      const provider = config.models.find(({ name }) => name === configuration.model)?.provider ?? "external";
      const executions = await exportedExecutions(run, configuration, scores);
      const lines = executions.map((parts) => {
        const spans = traceOf(parts, { runId: manifest.run_id, provider });
        return JSON.stringify({
          resourceSpans: [{ resource, scopeSpans: [{ scope, spans, schemaUrl: CONVENTIONS }] }],
        });
      });
      yield { path: `${configurationName(configuration)}.jsonl`, content: lines.map((line) => `${line}\n`).join("") };
    }
  },
};
