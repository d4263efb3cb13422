import type { CatalogueRegisters } from "./catalogue-register.ts";
import { action, choice, inSection, range, textSetting, timeOfDay, toggle } from "./entries.ts";
import { SCREEN_OFF_TIMES, SCREEN_SAVER_TIMES } from "./option-lists.ts";

/*
 * Settings of the data loggers 006B (Kinergy, E4, E7, Ether Link, E-HUB; the specification does not name the meaning of
 * 006B). What interrupts the connection is marked as a danger for the supply of data, so that it is reverted by the
 * logger if the portal does not see it again.
 */

/** A network setting. */
const NETWORK = { danger: "power" } as const;

/** Registers of data loggers by number. */
export const DATA_LOGGER_REGISTERS: CatalogueRegisters = {
  ...inSection("system", "basic", {
    "0002": textSetting("label"),
    "1001": action("setClock"),
    "1002": range("timeZoneOffset", "min", -720, 840, 15),
    "1003": toggle("automaticClock"),
    "1004": choice("settingsLock", { 0: "unlocked", 1: "locked", 2: "unlocked forever" }),
    "1005": toggle("unattendedMode"),
    "1006": toggle("remoteControlAllowed", NETWORK),
    "1007": choice("screenSaver", SCREEN_SAVER_TIMES),
    "1008": choice("autoScreenOff", SCREEN_OFF_TIMES),
    "1009": toggle("buzzer"),
    "100A": textSetting("authorizationToken", { secret: true }),
    "1020": action("restartLogger", NETWORK),
    "1021": action("resetLogger", { danger: "reset" }),
    "1022": action("scanDevices"),
  }),
  ...inSection("system", "custom", {
    "1040": choice("networkMode", { 0: "automatic", 1: "Ethernet", 2: "Wi-Fi", 3: "4G" }, NETWORK),
    "1041": toggle("automaticAddress", NETWORK),
    "1042": textSetting("ipAddress", { ...NETWORK, group: "network" }),
    "1043": textSetting("networkMask", { ...NETWORK, group: "network" }),
    "1044": textSetting("gatewayAddress", { ...NETWORK, group: "network" }),
    "1045": textSetting("dnsAddress", { ...NETWORK, group: "network" }),
    "1046": textSetting("wifiName", { ...NETWORK, group: "wifi" }),
    "1047": textSetting("wifiPassword", { ...NETWORK, group: "wifi", secret: true }),
    "1048": textSetting("mobileApn", NETWORK),
    "1049": choice(
      "busBaudRate",
      { 4800: "4800", 9600: "9600", 19200: "19200", 115200: "115200" },
      NETWORK,
    ),
    "104A": range("busAddress", "", 1, 247, 1, NETWORK),
  }),
  ...inSection("remote update", "basic", {
    "1B01": toggle("automaticUpdate"),
    "1B02": timeOfDay("updateWindowStart", 1_439, { group: "update window" }),
    "1B03": timeOfDay("updateWindowEnd", 1_440, { group: "update window" }),
    "1B04": range("updateMinimumSoc", "%", 0, 100, 1, { recommended: [30, 60] }),
  }),
};
