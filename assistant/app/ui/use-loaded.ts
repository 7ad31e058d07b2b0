import { useEffect, useState } from "preact/hooks";
import { reasonOf } from "../service/client.ts";

/** What `load` gives, once it has; `failed` says why it does not. `key` says when to load anew. */
export function useLoaded<Value>(load: () => Promise<Value>, key: string): { value?: Value; failed?: string } {
  const [loaded, setLoaded] = useState<{ value?: Value; failed?: string }>({});
  useEffect(() => {
    let current = true;
    setLoaded({});
    load().then(
      (value) => current && setLoaded({ value }),
      (error: unknown) => current && setLoaded({ failed: reasonOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return loaded;
}
