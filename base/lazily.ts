/** An object whose members are made when first read, each once. Copied or written as JSON, it is as if all had been there. */
export function lazily<T extends object>(make: { readonly [Key in keyof T]: () => T[Key] }): T {
  const object = {} as T;
  for (const key of Object.keys(make) as (keyof T)[])
    Object.defineProperty(object, key, {
      enumerable: true,
      configurable: true,
      get() {
        const value = make[key]();
        Object.defineProperty(object, key, { enumerable: true, value });
        return value;
      },
    });
  return object;
}
