import { access } from "node:fs/promises";
import { namedSecret } from "../../../base/environment.ts";
import { UserError } from "../../../base/user-error.ts";
import { readModelFolder } from "../../../db/embeddings/local-model/folder.ts";
import { embeddingSchema } from "../../../db/embeddings/options.ts";
import { requireTransformers } from "../../../db/embeddings/transformers.ts";
import { checkCorpusFolder } from "../../../import/folder/check-folder.ts";
import type { Config } from "../../record/config/schema.ts";
import { redactorOf } from "../../record/config/to-redactor.ts";
import { toEmbedding } from "../../record/config/to-search.ts";
import type { Effects } from "../../record/effects.ts";
import type { RecordingState } from "../../record/run-directory/manifest.ts";

/** The folder is there, its `corpus.yaml` is one, and it can be redacted. Its lines are read when it is ingested. */
export async function checkCorpus(config: Config, environment: Effects["environment"]): Promise<void> {
  const redactor = await redactorOf(config, environment);
  if (config.corpus.type === "folder") await checkCorpusFolder(config.corpus.path, redactor);
}

/** The addresses of the servers that the configuration asks for. */
export function checkServers({ substrate: { database, graph } }: Config, environment: Effects["environment"]): void {
  const names = [
    ...(database.type === "postgres" ? [database.url_env] : []),
    ...(graph.type === "neo4j" ? [graph.url_env, graph.password_env] : []),
  ];
  for (const name of names) namedSecret(name, environment);
}

/** The key of an embedding's endpoint, or the files that it is read from. */
export async function checkEmbedding(
  { substrate: { embedding } }: Config,
  { environment, mode }: { environment: Effects["environment"]; mode?: RecordingState["mode"] | undefined },
): Promise<void> {
  if (embedding.type === "openai" && embedding.api_key_env && mode !== "replay")
    namedSecret(embedding.api_key_env, environment);
  if (embedding.type !== "static" && embedding.type !== "transformers") return;
  const found = await access(embedding.path).then(
    () => true,
    () => false,
  );
  if (!found)
    throw new UserError("config", `substrate.embedding.path: expected ${embedding.path}, found nothing`, {
      hint: "a relative path starts from the configuration's folder",
    });
  const options = embeddingSchema.parse(toEmbedding(embedding));
  if (options.type !== "transformers") return;
  await readModelFolder(options);
  requireTransformers();
}
