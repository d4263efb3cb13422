import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { formatRecording } from "#domain/sites/recording.ts";
import { evenInstants } from "../plant/even-instants.ts";
import type { Plant, Sample } from "../plant/plant.ts";
import { BATTERY_STATUS } from "../plant/site-words.ts";
import { UndisturbedPlant } from "../plant/undisturbed-plant.ts";
import { ChangePlayer, roundOf } from "./change-player.ts";
import type { RecordedService } from "./change-recording.ts";
import { type RecordedRegister, VICTRON_DEVICES } from "./victron-devices-data.ts";
import {
  addUpCounters,
  countTo,
  nameBatteryFlow,
  playTogether,
  SITE_GAUGES,
  SITE_SERVICES,
  serviceOf,
} from "./victron-site.ts";

/** Source of the recording (recordings/victron-demo.md). */
const SOURCE = "Victron devices, dbus-recorder";
/** Start of all first rounds, so that a restarted simulator continues in the same second of the same round. */
const FIRST_ROUND = Date.UTC(2026, 0, 1);
/** Maximum number of samples at once: a computer that slept for days leaves a gap. */
const MAX_SAMPLES = 3_600;
const PRECISION: Partial<Record<NonNullable<RecordedRegister[3]>, number>> = {
  V: 2,
  A: 2,
  W: 0,
  Hz: 2,
  kWh: 2,
  "%": 1,
  "°C": 1,
  Ah: 1,
  s: 0,
  rpm: 0,
};

type Column = { address: string; read: (second: number) => RegisterValue };

/** Replays devices that record changes only, each in rounds of its recording's length. */
export class VictronPlant extends UndisturbedPlant implements Plant {
  readonly equipment: Equipment[];
  readonly columns: readonly string[];
  readonly #columns: readonly Column[];
  readonly #held: Readonly<Record<string, RegisterValue>>;
  readonly #players: readonly ChangePlayer[];
  readonly #site: ReturnType<typeof playTogether>["players"];
  #at: number;

  constructor(services: ReadonlyMap<string, RecordedService>, startAt: number) {
    super();
    const { players } = playTogether(services);
    const { counters } = addUpCounters(services);
    this.#site = players;
    const columns: Column[] = [
      ...SITE_GAUGES.map(({ register, read }) => ({
        address: SITE_EQUIPMENT + register,
        read: () => read(players),
      })),
      ...counters.map((counter) => ({
        address: SITE_EQUIPMENT + counter.register,
        read: (second: number) => Math.round(countTo(counter, second) * 100) / 100,
      })),
      {
        address: `${SITE_EQUIPMENT}F000`,
        read: (second) => FIRST_ROUND + Math.round(second * 1_000),
      },
    ];
    const held: Record<string, RegisterValue> = {
      [SITE_ADDRESS.recording]: formatRecording({ day: null, source: SOURCE }),
    };
    const others: ChangePlayer[] = [];
    for (const { name, address, registers } of VICTRON_DEVICES) {
      const service = serviceOf(services, name);
      const together = SITE_SERVICES.find((at) => at === name);
      const player = together ? players[together] : new ChangePlayer(service, roundOf([service]));
      if (!together) others.push(player);
      const changing = new Set(service.changes.map(({ path }) => path));
      for (const [register, path] of registers) {
        if (changing.has(path))
          columns.push({ address: address + register, read: () => player.read(path) });
        else held[address + register] = service.initial.get(path) ?? null;
      }
    }
    this.#players = [...Object.values(players), ...others];
    this.#columns = columns;
    this.#held = held;
    this.columns = columns.map(({ address }) => address);
    this.equipment = describeEquipment(counters.map(({ register }) => register));
    this.#at = startAt;
    this.#play();
  }

  sample(until: number, stepMs: number): Sample[] {
    const from = Math.max(this.#at, until - MAX_SAMPLES * stepMs);
    const samples: Sample[] = [];
    for (const at of evenInstants(from, until, stepMs)) {
      this.skip(at);
      samples.push(this.latest());
    }
    return samples;
  }

  skip(until: number): void {
    this.#at = Math.max(this.#at, until);
    this.#play();
  }

  latest(): Sample {
    const second = this.#second;
    return { at: this.#at, values: this.#columns.map(({ read }) => read(second)) };
  }

  held(): Record<string, RegisterValue> {
    return { ...this.#held };
  }

  read(address: string): RegisterValue {
    const column = this.#columns[this.columns.indexOf(address)];
    return column?.read(this.#second) ?? this.#held[address] ?? null;
  }

  /** Recorded values cannot be written. */
  write(): boolean {
    return false;
  }

  statuses(): ReturnType<Plant["statuses"]> {
    const { vebus, pvinverter, solarcharger } = this.#site;
    const isFed = (vebus.number("/Dc/0/Power") ?? 0) > 0;
    const isLit = (solarcharger.number("/Yield/Power") ?? 0) > 1;
    const feeds = (pvinverter.number("/Ac/Power") ?? 0) > 1;
    return [
      { address: "003311", status: isFed ? "charge" : "invert" },
      { address: "003211", status: isLit ? "charging" : "off" },
      { address: "00FF11", status: feeds ? "on" : "standby" },
      { address: "006D11", status: BATTERY_STATUS[nameBatteryFlow(this.#site)] },
      { address: "001A11", status: "normal" },
      { address: "00FF12", status: "on" },
      { address: "005F11", status: "on" },
      { address: "008B11", status: "ready" },
      { address: "800A11", status: "running" },
    ];
  }

  /** The state depends on the time alone. */
  snapshot(): null {
    return null;
  }

  restore(): void {}

  get #second(): number {
    return (this.#at - FIRST_ROUND) / 1_000;
  }

  #play(): void {
    for (const player of this.#players) player.goTo(this.#second);
  }
}

function describeEquipment(counters: readonly string[]): Equipment[] {
  const site: Equipment["registers"] = [
    ...SITE_GAUGES.map(({ read: _, ...register }) => register),
    ...counters.map((register) => ({ register, kind: "counter" as const, access: "r" as const })),
    { register: "F000", kind: "gauge", access: "r" },
    { register: "F001", kind: "text", access: "r" },
  ];
  return [
    { address: SITE_EQUIPMENT, typeCode: "FFFF", registers: site },
    ...VICTRON_DEVICES.map(({ address, model, alias, registers }) => ({
      address,
      typeCode: address.slice(0, 4),
      model,
      alias,
      registers: registers.map(([register, , name, unit]) => ({
        register,
        name,
        kind: "gauge" as const,
        access: "r" as const,
        ...(unit === undefined ? { precision: 0 } : { unit, precision: PRECISION[unit] ?? 0 }),
      })),
    })),
  ];
}
