import { ProviderFault } from "../../../base/providers/provider-fault.ts";

/** A number or a flag where an answer's content belongs is the server's fault, no silence of the model. @throws ProviderFault `no_answer` */
export function refuseScalar(content: unknown): void {
  if (typeof content === "number" || typeof content === "boolean")
    throw new ProviderFault("no_answer", `the answer's content is ${content}, neither text nor parts of it`);
}
