import type { RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton, _CONTEXT_VARIABLES_KEY as VARIABLES } from "@langchain/core/singletons";

/** What LangSmith is switched on by. */
const SWITCHES = ["LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING", "LANGCHAIN_TRACING"];
/** Under which LangChain finds the configuration that a callback runs with. */
const CONFIG = Symbol.for("lc:child_config");

/**
 * Around each step of a graph, each write and each edge LangChain hands the configuration on inside of a root of a LangSmith trace, made
 * for that with ids, times and settings read anew, though nothing is traced: that took more than a third of what LangGraph itself takes of an
 * execution. Where nothing is traced it is handed on alone; where somebody traces, nothing is changed. Once in a process.
 */
export function leaveOutRunTrees(): void {
  if (isDone || SWITCHES.some((name) => process.env[name] === "true")) return;
  isDone = true;
  const provider = AsyncLocalStorageProviderSingleton;
  const withRoot = provider.runWithConfig.bind(provider);
  provider.runWithConfig = (config: RunnableConfig | undefined, callback, avoidCreatingRootRunTree) => {
    if (avoidCreatingRootRunTree || isTraced(config)) return withRoot(config, callback, avoidCreatingRootRunTree);
    const storage = provider.getInstance();
    const variables = (storage.getStore() as Store | undefined)?.[VARIABLES];
    const store: Store = { extra: { [CONFIG]: config }, ...(variables !== undefined && { [VARIABLES]: variables }) };
    return storage.run(store as never, callback);
  };
}

let isDone = false;

interface Store {
  extra: { [CONFIG]: RunnableConfig | undefined };
  [VARIABLES]?: unknown;
}

/** By a tracer that was handed over. */
function isTraced(config: RunnableConfig | undefined): boolean {
  const { callbacks } = config ?? {};
  const handlers = Array.isArray(callbacks) ? callbacks : callbacks?.handlers;
  return handlers?.some((handler) => "name" in handler && handler.name === "langchain_tracer") ?? false;
}
