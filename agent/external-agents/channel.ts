import type { SubjectConfig } from "../contract.ts";
import { makeCommandChannel } from "./command.ts";
import type { Channel, Environment } from "./exchange.ts";
import { makeHttpChannel } from "./http.ts";
import { openModuleChannel } from "./module.ts";

export async function openChannel(subject: SubjectConfig, environment: Environment): Promise<Channel> {
  if (subject.type === "command") return makeCommandChannel(subject, environment);
  return subject.type === "http" ? makeHttpChannel(subject, environment) : openModuleChannel(subject, environment);
}
