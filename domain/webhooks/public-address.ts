/** Networks of IPv4 that are not public (IANA special-purpose registry): first address and prefix length. */
const CLOSED_IPV4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved and broadcast.
  ["224.0.0.0", 3],
  // Services for the virtual machines of a cloud, at a public address.
  ["168.63.129.16", 32],
];

/** Global unicast addresses of IPv6: everything else, such as loopback, mapped IPv4 and local networks, is closed. */
const OPEN_IPV6 = [0x20, 3] as const;
/** Networks within the global ones that are not public or contain an IPv4 address: first groups and prefix length. */
const CLOSED_IPV6: readonly (readonly [readonly number[], number])[] = [
  // Protocol assignments, among them Teredo and ORCHID.
  [[0x2001, 0x0000], 23],
  // Documentation.
  [[0x2001, 0x0db8], 32],
  [[0x3fff, 0x0000], 20],
  // 6to4.
  [[0x2002], 16],
];

/**
 * Returns whether an address belongs to a public network. An address that cannot be read does not.
 * @param address IPv4 in four decimal parts, or IPv6 without brackets, as a resolver returns it
 */
export function isPublicAddress(address: string): boolean {
  const four = readIpv4(address);
  if (four !== null) return !CLOSED_IPV4.some(([net, length]) => isWithin(four, net, length));
  const six = readIpv6(address);
  if (six === null) return false;
  const [first = 0] = six;
  const [open, openLength] = OPEN_IPV6;
  if (first >>> (16 - openLength) !== open >>> (8 - openLength)) return false;
  const start = first * 0x10000 + (six[1] ?? 0);
  return !CLOSED_IPV6.some(([[one = 0, two = 0], length]) => {
    const size = 2 ** (32 - length);
    return Math.floor(start / size) === Math.floor((one * 0x10000 + two) / size);
  });
}

function isWithin(address: number, net: string, length: number): boolean {
  const size = 2 ** (32 - length);
  return Math.floor(address / size) === Math.floor((readIpv4(net) ?? 0) / size);
}

/** Reads IPv4 in its canonical form as a number; null for all other texts. */
function readIpv4(text: string): number | null {
  const parts = text.split(".");
  if (parts.length !== 4) return null;
  let address = 0;
  for (const part of parts) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null;
    address = address * 256 + Number(part);
  }
  return address;
}

/** Reads IPv6 as eight groups; null for all other texts. The parser of addresses expands no zeros, so that is done here. */
function readIpv6(text: string): number[] | null {
  const address = `http://[${text}]/`;
  if (!text.includes(":") || !/^[0-9a-f:.]+$/i.test(text) || !URL.canParse(address)) return null;
  const [head = "", tail] = new URL(address).hostname.slice(1, -1).split("::");
  const left = groupsOf(head);
  if (tail === undefined) return left.length === 8 ? left : null;
  const right = groupsOf(tail);
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function groupsOf(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}
