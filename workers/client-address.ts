const IPV6_GROUPS = 8;
/** Number of groups of an IPv6 address that count. A household has a whole /64, so its addresses count as one. */
const COUNTED_GROUPS = 4;

/** Returns the network address that failures are counted by: the full IPv4 address, or the /64 of an IPv6 address. */
export function clientAddress(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP") ?? "unknown";
  return address.includes(":") ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const gap = Array<string>(Math.max(0, IPV6_GROUPS - before.length - after.length)).fill("0");
  const groups = [...before, ...(tail === undefined ? [] : gap), ...after];
  const shortest = groups.slice(0, COUNTED_GROUPS).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${shortest.join(":")}::/64`;
}
