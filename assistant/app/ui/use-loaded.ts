import { useEffect, useState } from "preact/hooks";
import { reasonOf } from "../service/client.ts";

/** What `load` gives, once it has; `failed` says why it does not. `key` says when to load anew. */
export function useLoaded<Value>(load: () => Promise<Value>, key: string): { value?: Value; failed?: string } {
  const [loaded, setLoaded] = useState<{ key?: string; value?: Value; failed?: string }>({});
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setLoaded({ key, value }),
      (error: unknown) => current && setLoaded({ key, failed: reasonOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return loaded.key === key ? loaded : {};
}
