/** An object that answers like another but for one member. */
export function withMember<T extends object, K extends keyof T>(object: T, name: K, member: T[K]): T {
  return new Proxy(object, {
    get(target, key) {
      if (key === name) return member;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? (value as () => unknown).bind(target) : value;
    },
  });
}
