import type { Environment } from "../../base/environment.ts";
import type { Outages } from "../../base/outages/outages.ts";
import type { ExternalAgentConfig } from "../contract/contract.ts";
import { makeCommandChannel } from "./command.ts";
import type { Channel } from "./exchange.ts";
import { makeHttpChannel } from "./http.ts";
import { openModuleChannel } from "./module.ts";
import { openRecordedChannel } from "./recorded/channel.ts";

export async function openChannel(
  config: ExternalAgentConfig,
  environment: Environment,
  outages: Outages,
): Promise<Channel> {
  if (config.type === "otlp") return openRecordedChannel(config);
  if (config.type === "command") return makeCommandChannel(config, environment);
  return config.type === "http"
    ? makeHttpChannel(config, environment, outages)
    : openModuleChannel(config, environment);
}
