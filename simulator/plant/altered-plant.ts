import { equipmentOf } from "#domain/registers/address-parts.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { ActiveEvent, Plant, Sample } from "./plant.ts";
import type { PlantCondition, PlantConditionKind } from "./plant-condition.ts";

/** A difference between a plant and what its logger reads. Instants are ms UTC by the plant's clock. */
export type Alteration = {
  /** Equipment that the logger does not find. */
  missing?: string;
  /** Equipment that is found and gives no samples. */
  silent?: string;
  /** Returns the value of a sampled register that the logger reads instead. */
  read?: (address: string, value: RegisterValue, at: number) => RegisterValue;
  /** Returns further active events. */
  events?: (at: number) => ActiveEvent[];
};

/** A plant whose logger reads something else while there are alterations; without one it is the plant itself. */
export class AlteredPlant implements Plant {
  readonly #plant: Plant;
  readonly #alterations = new Set<Alteration>();
  #columns: readonly string[];
  /** Places of `#columns` among the columns of the plant. */
  #places: readonly number[] | null = null;

  constructor(plant: Plant) {
    this.#plant = plant;
    this.#columns = plant.columns;
  }

  /** Adds an alteration, and returns the function that removes it. */
  alter(alteration: Alteration): () => void {
    this.#alterations.add(alteration);
    this.#chooseColumns();
    return () => {
      this.#alterations.delete(alteration);
      this.#chooseColumns();
    };
  }

  get equipment(): Equipment[] {
    if (this.#isUnaltered) return this.#plant.equipment;
    return this.#plant.equipment.filter(({ address }) => !this.#isMissing(address));
  }

  get columns(): readonly string[] {
    return this.#columns;
  }

  sample(until: number, stepMs: number): Sample[] {
    const samples = this.#plant.sample(until, stepMs);
    return this.#isUnaltered ? samples : samples.map((sample) => this.#alterSample(sample));
  }

  skip(until: number): void {
    this.#plant.skip(until);
  }

  latest(): Sample | null {
    const latest = this.#plant.latest();
    return latest === null || this.#isUnaltered ? latest : this.#alterSample(latest);
  }

  held(): Record<string, RegisterValue> {
    const held = this.#plant.held();
    if (this.#isUnaltered) return held;
    return Object.fromEntries(Object.entries(held).filter(([address]) => this.#isRead(address)));
  }

  read(address: string): RegisterValue {
    if (this.#isUnaltered) return this.#plant.read(address);
    if (!this.#isRead(address)) return null;
    const at = this.#plant.latest()?.at ?? 0;
    return this.#alterValue(address, this.#plant.read(address), at);
  }

  write(address: string, value: RegisterValue): boolean {
    return this.#isRead(address) && this.#plant.write(address, value);
  }

  statuses(): ReturnType<Plant["statuses"]> {
    const statuses = this.#plant.statuses();
    return this.#isUnaltered
      ? statuses
      : statuses.filter(({ address }) => !this.#isMissing(address));
  }

  events(): ActiveEvent[] {
    if (this.#isUnaltered) return this.#plant.events();
    const at = this.#plant.latest()?.at ?? 0;
    const further = [...this.#alterations].flatMap(({ events }) => events?.(at) ?? []);
    return [...this.#plant.events(), ...further].filter(({ address }) => !this.#isMissing(address));
  }

  impose(condition: PlantCondition): boolean {
    return this.#plant.impose(condition);
  }

  lift(kind: PlantConditionKind): boolean {
    return this.#plant.lift(kind);
  }

  snapshot(): unknown {
    return this.#plant.snapshot();
  }

  restore(snapshot: unknown): void {
    this.#plant.restore(snapshot);
  }

  get #isUnaltered(): boolean {
    return this.#alterations.size === 0;
  }

  #chooseColumns(): void {
    const { columns } = this.#plant;
    const places = [...columns.keys()].filter((place) => this.#isRead(columns[place] ?? ""));
    const isWhole = places.length === columns.length;
    this.#places = isWhole ? null : places;
    this.#columns = isWhole ? columns : places.flatMap((place) => columns[place] ?? []);
  }

  #alterSample({ at, values }: Sample): Sample {
    const kept =
      this.#places === null ? values : this.#places.map((place) => values[place] ?? null);
    return {
      at,
      values: this.#columns.map((address, place) =>
        this.#alterValue(address, kept[place] ?? null, at),
      ),
    };
  }

  #alterValue(address: string, value: RegisterValue, at: number): RegisterValue {
    let altered = value;
    for (const { read } of this.#alterations)
      if (read !== undefined) altered = read(address, altered, at);
    return altered;
  }

  #isMissing(equipment: string): boolean {
    return [...this.#alterations].some(({ missing }) => missing === equipment);
  }

  #isRead(address: string): boolean {
    const equipment = equipmentOf(address);
    return ![...this.#alterations].some(
      ({ missing, silent }) => missing === equipment || silent === equipment,
    );
  }
}
