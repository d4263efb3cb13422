import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { evenInstants } from "#simulator/plant/even-instants.ts";
import type { ActiveEvent, Plant, Sample } from "#simulator/plant/plant.ts";
import { UndisturbedPlant } from "#simulator/plant/undisturbed-plant.ts";

/** A plant of two registers: one counts samples, one can be set from 0 to 10. */
export class SteadyPlant extends UndisturbedPlant implements Plant {
  readonly equipment: Equipment[] = [
    {
      address: "FFFF00",
      registers: [{ register: "0120", kind: "gauge", access: "r" }],
    },
    {
      address: "003311",
      registers: [
        { register: "00F0", kind: "setting", access: "rw", min: 0, max: 10, step: 1 },
        { register: "00F1", kind: "setting", access: "rw" },
      ],
    },
  ];
  readonly columns = ["FFFF000120"];
  active: ActiveEvent[] = [];
  status: EquipmentStatus = "normal";
  /** The equipment that reports the status. */
  statusOf = "FFFF00";
  /** How often a register was set. */
  writes = 0;
  #at: number;
  #count = 0;
  #setting: RegisterValue = 1;

  constructor(at: number) {
    super();
    this.#at = at;
  }

  sample(until: number, stepMs: number): Sample[] {
    const samples: Sample[] = [];
    for (const at of evenInstants(this.#at, until, stepMs)) {
      this.#at = at;
      this.#count += 1;
      samples.push({ at, values: [this.#count] });
    }
    return samples;
  }

  skip(until: number): void {
    this.#at = until;
  }

  latest(): Sample | null {
    return { at: this.#at, values: [this.#count] };
  }

  held(): Record<string, RegisterValue> {
    return { "00331100F0": this.#setting };
  }

  read(address: string): RegisterValue {
    if (address === "00331100F0") return this.#setting;
    return address === "FFFF000120" ? this.#count : null;
  }

  /** The register 00F1 is one that the device does not let itself be set. */
  write(address: string, value: RegisterValue): boolean {
    this.writes += 1;
    if (address !== "00331100F0") return false;
    this.#setting = value;
    return true;
  }

  statuses(): ReturnType<Plant["statuses"]> {
    return [{ address: this.statusOf, status: this.status }];
  }

  override events(): ActiveEvent[] {
    return this.active;
  }

  snapshot(): unknown {
    return { setting: this.#setting };
  }

  restore(snapshot: unknown): void {
    const { setting } = (snapshot ?? {}) as { setting?: RegisterValue };
    if (setting !== undefined) this.#setting = setting;
  }
}
