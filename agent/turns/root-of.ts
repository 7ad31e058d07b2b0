import { MiddlewareError } from "langchain";

/** What passes through a middleware comes out wrapped, under the same name. */
export function rootOf(error: unknown): unknown {
  return MiddlewareError.isInstance(error) && error.cause !== undefined ? rootOf(error.cause) : error;
}
