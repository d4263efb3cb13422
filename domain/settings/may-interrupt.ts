import type { DescribedSetting } from "../registers/describe-setting.ts";

/** Words in the name of a register on which the communication with its device depends. */
const WORDS: ReadonlySet<string> = new Set([
  ...["address", "addr", "baud", "baudrate", "modbus", "slave", "network", "gateway", "netmask"],
  ...["subnet", "dns", "dhcp", "ip", "ssid", "wifi", "wlan", "ethernet", "lan", "apn"],
]);
const RATE_UNITS: ReadonlySet<string> = new Set(["baud", "bd", "bps", "bit/s"]);

/**
 * Whether a write of a setting may interrupt the power or the communication: by its danger, or because it is an address,
 * a rate of a bus or a setting of a network, which a logger's own description shows only by name and unit.
 */
export function mayInterrupt(
  setting: Pick<DescribedSetting, "danger" | "name" | "oneShot" | "unit"> | undefined,
): boolean {
  if (setting === undefined || setting.oneShot) return false;
  if (setting.danger === "power" || RATE_UNITS.has(setting.unit.toLowerCase())) return true;
  return wordsOf(setting.name ?? "").some((word) => WORDS.has(word));
}

/** Returns the words of a name in any spelling: "busAddress", "IPAddress", "bus_address", "Wi-Fi name". */
function wordsOf(name: string): string[] {
  return name
    .replace(/wi-fi/gi, "wifi")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
