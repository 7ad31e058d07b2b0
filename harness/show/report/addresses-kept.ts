/**
 * Framework writes each static address of a page as `encodeURI(decodeURI(address))`, which encodes a second time what was encoded of a
 * query (`outcome=a%2Cb` becomes `a%252Cb`, another value). From now on, in this process, what stands behind `?` or `#` is left as it is.
 */
export function keepQueriesOfAddresses(): void {
  const { decodeURI: decode, encodeURI: encode } = globalThis;
  globalThis.decodeURI = (address) => {
    const [path, rest] = parted(String(address));
    return decode(path) + rest;
  };
  globalThis.encodeURI = (address) => {
    const [path, rest] = parted(String(address));
    // What was never encoded (a blank) is, and no more.
    return encode(path) + encode(rest).replace(/%25(?=[0-9A-Fa-f]{2})/g, "%");
  };
}

function parted(address: string): [path: string, rest: string] {
  const at = address.search(/[?#]/);
  return at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
}
