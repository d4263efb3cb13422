import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { evenInstants } from "#simulator/plant/even-instants.ts";
import type { ActiveEvent, Plant, Sample } from "#simulator/plant/plant.ts";
import { UndisturbedPlant } from "#simulator/plant/undisturbed-plant.ts";

/** A register that was set, as the device saw it. */
type Write = { address: string; value: RegisterValue };

/** Volatile, so that no write budget limits the controls. */
const VOLATILE = { access: "rw", stored: false } as const;

const gauge = (register: string) => ({ register, kind: "gauge", access: "r" }) as const;

/** A small plant with registers of all kinds. It writes down what it sampled and what it was made to do. */
export class WorldPlant extends UndisturbedPlant implements Plant {
  equipment: Equipment[] = [
    {
      address: "FFFF00",
      registers: [
        ...["0100", "0110", "0120", "0134", "0300"].map(gauge),
        { register: "0170", kind: "text", access: "r" },
        { register: "0200", kind: "counter", unit: "Wh", access: "r" },
        { register: "F000", kind: "gauge", unit: "ms", access: "r" },
        { register: "0400", kind: "setting", ...VOLATILE, min: 0, max: 1, step: 1 },
      ],
    },
    {
      address: "003311",
      typeCode: "0033",
      model: "MK-5000",
      serial: "SN-4711",
      registers: [
        gauge("0107"),
        { register: "4047", kind: "setting", ...VOLATILE, min: 50, max: 300, precision: 1 },
        { register: "4048", kind: "setting", ...VOLATILE, min: 0, max: 100, step: 5 },
        {
          register: "4020",
          kind: "enum",
          ...VOLATILE,
          options: { "0": "single", "1": "parallel" },
        },
        { register: "0060", kind: "text", ...VOLATILE },
        { register: "0061", name: "serialNumber", kind: "text", access: "r" },
      ],
    },
  ];
  columns: readonly string[] = [
    ...["0100", "0110", "0120", "0134", "0170", "0200", "0300", "F000"].map(
      (one) => `FFFF00${one}`,
    ),
    "0033110107",
  ];
  /** Every sample that was taken. */
  readonly samples: { at: number; values: Record<string, RegisterValue> }[] = [];
  /** Called with each register that is set. */
  onWrite: (write: Write) => void = () => {};
  /** How the device handles a write: does it, does something else, or refuses it. */
  manner: "obeys" | "deviates" | "refuses" = "obeys";
  active: ActiveEvent[] = [];
  readonly statusOf = new Map<string, EquipmentStatus>([
    ["FFFF00", "normal"],
    ["003311", "invert"],
  ]);
  readonly #random: () => number;
  readonly #settings: Record<string, RegisterValue> = {
    FFFF000400: 1,
    "0033114047": 230,
    "0033114048": 20,
    "0033114020": 0,
    "0033110060": "quiet",
    "0033110061": "SN-4711",
  };
  #at: number;
  #counter = 0;
  #latest: Sample | null = null;

  constructor({ random, now }: { random: () => number; now: () => number }) {
    super();
    this.#random = random;
    this.#at = now();
  }

  sample(until: number, stepMs: number): Sample[] {
    const samples: Sample[] = [];
    for (const at of evenInstants(this.#at, until, stepMs)) {
      const sample = { at, values: this.columns.map((address) => this.#measure(address, at)) };
      this.#at = at;
      this.#latest = sample;
      samples.push(sample);
      const pairs = this.columns.map((address, place) => [address, sample.values[place] ?? null]);
      this.samples.push({ at, values: Object.fromEntries(pairs) });
    }
    return samples;
  }

  skip(until: number): void {
    this.#at = Math.max(this.#at, until);
  }

  latest(): Sample | null {
    return this.#latest;
  }

  held(): Record<string, RegisterValue> {
    return { ...this.#settings };
  }

  read(address: string): RegisterValue {
    const place = this.columns.indexOf(address);
    return this.#settings[address] ?? this.#latest?.values[place] ?? null;
  }

  write(address: string, value: RegisterValue): boolean {
    this.onWrite({ address, value });
    if (this.manner === "refuses") return false;
    const other = typeof value === "number" ? value + 7 : `${value}!`;
    this.#settings[address] = this.manner === "deviates" ? other : value;
    return true;
  }

  statuses(): { address: string; status: EquipmentStatus }[] {
    const there = new Set(this.equipment.map(({ address }) => address));
    return [...this.statusOf]
      .filter(([address]) => there.has(address))
      .map(([address, status]) => ({ address, status }));
  }

  override events(): ActiveEvent[] {
    return this.active;
  }

  snapshot(): unknown {
    return this.#settings;
  }

  restore(snapshot: unknown): void {
    Object.assign(this.#settings, snapshot);
  }

  #measure(address: string, at: number): RegisterValue {
    if (address.endsWith("F000")) return at;
    if (address.endsWith("0170")) return this.statusOf.get("FFFF00") === "fault" ? "fault" : null;
    if (address.endsWith("0200")) {
      this.#counter += Math.floor(this.#random() * 4);
      return this.#counter;
    }
    const chance = this.#random();
    if (chance < 0.05) return null;
    return chance < 0.5 ? Math.round(chance * 5000) / 10 : 230;
  }
}
