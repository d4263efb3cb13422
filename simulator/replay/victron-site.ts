import type { Register, RegisterValue } from "#domain/registers/register.ts";
import { nameBatteryPower } from "../plant/site-words.ts";
import { ChangePlayer, roundOf } from "./change-player.ts";
import type { RecordedService } from "./change-recording.ts";

/** The devices that were recorded together at one site. */
export const SITE_SERVICES = ["vebus", "solarcharger", "pvinverter", "battery", "grid"] as const;
type Players = Readonly<Record<(typeof SITE_SERVICES)[number], ChangePlayer>>;

/** A site register with a well-known meaning and unit. */
type SiteRegister = Register & { read: (players: Players) => RegisterValue };

const gauge = (register: string, read: SiteRegister["read"]): SiteRegister => ({
  register,
  kind: "gauge",
  access: "r",
  read,
});
const word = (register: string, read: SiteRegister["read"]): SiteRegister => ({
  register,
  kind: "text",
  access: "r",
  read,
});

/** Sum of the phases in W, because the meters' totals lag behind now and then. */
const gridPower = ({ grid }: Players) =>
  addUp([1, 2, 3].map((n) => grid.number(`/Ac/L${n}/Power`)));
const pvPower = ({ pvinverter }: Players) =>
  addUp([1, 2, 3].map((n) => pvinverter.number(`/Ac/L${n}/Power`)));
const solarPower = (players: Players) =>
  addUp([players.solarcharger.number("/Yield/Power"), pvPower(players)]);
const batteryPower = ({ battery }: Players) => battery.number("/Dc/0/Power");

/** Site gauges of the recording. The consumption of the whole house was not recorded. */
export const SITE_GAUGES: readonly SiteRegister[] = [
  gauge("0100", solarPower),
  gauge("0104", ({ solarcharger }) => solarcharger.number("/Yield/Power")),
  gauge("0105", pvPower),
  gauge("0110", gridPower),
  ...[1, 2, 3].map((n) => gauge(`011${n}`, ({ grid }) => grid.number(`/Ac/L${n}/Power`))),
  ...["0118", "0119", "011A"].map((register, index) =>
    gauge(register, ({ grid }) => grid.number(`/Ac/L${index + 1}/Voltage`)),
  ),
  gauge("011C", ({ vebus }) => vebus.number("/Ac/ActiveIn/L1/F")),
  gauge("0124", ({ vebus }) => vebus.number("/Ac/Out/P")),
  gauge("0128", ({ vebus }) => vebus.number("/Ac/Out/L1/V")),
  gauge("0130", batteryPower),
  gauge("0131", ({ battery }) => battery.number("/Dc/0/Voltage")),
  gauge("0132", ({ battery }) => battery.number("/Dc/0/Current")),
  gauge("0133", ({ battery }) => battery.number("/Dc/0/Temperature")),
  gauge("0134", ({ battery }) => battery.number("/Soc")),
  word("0136", (players) => nameBatteryFlow(players)),
  gauge("0150", ({ vebus }) =>
    addUp([vebus.number("/Ac/Out/P"), negate(vebus.number("/Ac/ActiveIn/P"))]),
  ),
  word("0170", ({ vebus }) => (vebus.number("/VebusError") === 0 ? "normal" : "fault")),
  word("0171", ({ vebus }) => (vebus.number("/Leds/Mains") === 1 ? "grid" : "battery")),
];

type Counter = {
  register: string;
  power: (players: Players) => number | null;
  /** Initial reading of the devices' own counters, kWh. */
  start: (players: Players) => number | null;
};

const COUNTERS: readonly Counter[] = [
  {
    register: "0200",
    power: solarPower,
    start: ({ solarcharger, pvinverter }) =>
      addUp([solarcharger.number("/Yield/System"), pvinverter.number("/Ac/Energy/Forward")]),
  },
  {
    register: "0201",
    power: gridPower,
    start: ({ grid }) => grid.number("/Ac/Energy/Forward"),
  },
  {
    register: "0202",
    power: (players) => negate(gridPower(players)),
    start: ({ grid }) => grid.number("/Ac/Energy/Reverse"),
  },
  {
    register: "0204",
    power: batteryPower,
    start: ({ battery }) => battery.number("/History/ChargedEnergy"),
  },
  {
    register: "0205",
    power: (players) => negate(batteryPower(players)),
    start: ({ battery }) => battery.number("/History/DischargedEnergy"),
  },
];

/** A lifetime counter of the site: the device's initial reading plus the integral of the recorded power. */
type SiteCounter = { register: string; startWh: number; wattSeconds: readonly number[] };

/** Returns the counters with the watt-seconds at the start of each second of a round, and after its last. */
export function addUpCounters(services: ReadonlyMap<string, RecordedService>): {
  seconds: number;
  counters: SiteCounter[];
} {
  const { players, seconds } = playTogether(services);
  for (const name of SITE_SERVICES) players[name].goTo(0);
  const counters = COUNTERS.map(({ register, power, start }) => ({
    register,
    power,
    startWh: 1_000 * (start(players) ?? 0),
    wattSeconds: [0],
  }));
  for (let second = 0; second < seconds; second++) {
    for (const name of SITE_SERVICES) players[name].goTo(second);
    for (const { power, wattSeconds } of counters)
      wattSeconds.push((wattSeconds.at(-1) ?? 0) + Math.max(0, power(players) ?? 0));
  }
  return { seconds, counters };
}

/** The counter in Wh after some seconds since its first round began. */
export function countTo({ startWh, wattSeconds }: SiteCounter, second: number): number {
  const seconds = wattSeconds.length - 1;
  const round = Math.floor(second / seconds);
  const place = second - round * seconds;
  const whole = Math.floor(place);
  const before = wattSeconds[whole] ?? 0;
  const next = wattSeconds[whole + 1] ?? before;
  const inRound = before + (next - before) * (place - whole);
  return Math.max(0, startWh + (round * (wattSeconds[seconds] ?? 0) + inRound) / 3_600);
}

/** Creates players of the site's devices, which stay in sync. */
export function playTogether(services: ReadonlyMap<string, RecordedService>): {
  players: Players;
  seconds: number;
} {
  const found = SITE_SERVICES.map((name) => serviceOf(services, name));
  const seconds = roundOf(found);
  const players = Object.fromEntries(
    found.map((service) => [service.name, new ChangePlayer(service, seconds)]),
  ) as Players;
  return { players, seconds };
}

/** Returns a recorded device; one without values if it was not recorded. */
export function serviceOf(
  services: ReadonlyMap<string, RecordedService>,
  name: string,
): RecordedService {
  return services.get(name) ?? { name, initial: new Map(), changes: [] };
}

/** Value of register 0136 for the battery's power. */
export function nameBatteryFlow(players: Players) {
  return nameBatteryPower(batteryPower(players) ?? 0);
}

function addUp(powers: readonly (number | null)[]): number | null {
  return powers.reduce<number | null>(
    (sum, power) => (sum === null || power === null ? null : sum + power),
    0,
  );
}

function negate(power: number | null): number | null {
  return power === null ? null : 0 - power;
}
