import { z } from "zod";
import { equipmentOf } from "#domain/registers/address-parts.ts";
import type { CatalogueSite } from "#domain/registers/catalogue/find-in-catalogue.ts";
import type { DescribedSetting } from "#domain/registers/describe-setting.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { findSetting } from "#domain/registers/find-setting.ts";
import { type RegisterValue, registerValue } from "#domain/registers/register.ts";
import { type DeviceManner, roundCoarsely } from "./device-manner.ts";
import {
  admitsChange,
  type DevicePanel,
  devicePanel,
  readPanel,
  writePanel,
} from "./device-panel.ts";
import { addFactorySettings } from "./factory-equipment.ts";
import { INVERTERS_ON } from "./orders.ts";
import type { Plant } from "./plant.ts";
import type { PlantConditionKind } from "./plant-condition.ts";

/** A command of the logger itself that a write to one of its registers has ordered. */
export type LoggerAction = "setClock" | "restart" | "announce";

const values = z.record(z.string(), registerValue);
const snapshot = z.object({
  device: z.object({
    values,
    writes: z.record(z.string(), z.number()),
    panel: devicePanel,
    putBack: z.array(z.object({ address: z.string(), value: registerValue, due: z.number() })),
  }),
  plant: z.unknown(),
});
type PutBack = z.infer<typeof snapshot>["device"]["putBack"][number];

const EFFECTS: Readonly<Record<string, LoggerAction>> = {
  setClock: "setClock",
  restartLogger: "restart",
  restartInverter: "restart",
  resetLogger: "restart",
  scanDevices: "announce",
};

/**
 * A plant whose devices have settings of the catalogue, count the writes of each register, carry out commands such as
 * resets, and treat writes in the manner of a test.
 */
export class ConfiguredPlant implements Plant {
  readonly #plant: Plant;
  /** Where the equipment is, for the catalogue. */
  readonly site: CatalogueSite;
  readonly #pieces = new Map<string, Equipment>();
  /** Values of the settings that the plant itself does not have. */
  readonly #values = new Map<string, RegisterValue>();
  /** Values from the factory of all settings. */
  readonly #factory: Map<string, RegisterValue>;
  /** Names of the settings that the plant itself does not have. */
  readonly #names = new Map<string, string | undefined>();
  readonly #writes = new Map<string, number>();
  /** Versions of updated components, by equipment. */
  readonly #versions = new Map<string, Record<string, string>>();
  /** The tree that results from one of the plant. */
  #tree: { of: Equipment[]; tree: Equipment[] } | null = null;
  #panel: DevicePanel = devicePanel.parse({});
  #at = 0;
  #putBack: PutBack[] = [];
  #actions: LoggerAction[] = [];
  manner: DeviceManner = { kind: "normal" };

  /** @param settings whether devices have all settings of the catalogue, or those of the plant */
  constructor(plant: Plant, site: CatalogueSite = {}, settings: "all" | "own" = "own") {
    this.#plant = plant;
    this.site = site;
    this.#factory = new Map(Object.entries(plant.held()));
    if (settings === "own") return;
    for (const { piece, settings: added } of addFactorySettings(plant.equipment, site)) {
      this.#pieces.set(piece.address, piece);
      for (const { described, initial } of added) {
        const address = piece.address + described.register;
        this.#names.set(address, described.name);
        this.#factory.set(address, initial);
        if (described.access !== "w") this.#values.set(address, initial);
      }
    }
  }

  get equipment(): Equipment[] {
    const { equipment } = this.#plant;
    if (this.#pieces.size === 0 && this.#versions.size === 0) return equipment;
    if (this.#tree?.of !== equipment)
      this.#tree = { of: equipment, tree: this.#describe(equipment) };
    return this.#tree.tree;
  }

  get columns(): readonly string[] {
    return this.#plant.columns;
  }

  get panel(): DevicePanel {
    return this.#panel;
  }

  /** Sets what only the panel of the logger can. */
  setPanel(change: Partial<DevicePanel>): void {
    this.#panel = { ...this.#panel, ...change };
  }

  /** Notes the version of a component that runs now. */
  runVersion(equipment: string, component: string, version: string): void {
    this.#versions.set(equipment, { ...this.#versions.get(equipment), [component]: version });
    this.#tree = null;
  }

  /** Notes that a component runs the version from the factory. */
  runFactoryVersion(equipment: string, component: string): void {
    const { [component]: _, ...others } = this.#versions.get(equipment) ?? {};
    this.#versions.set(equipment, others);
    this.#tree = null;
  }

  /** Notes that new firmware was installed, which clears the settings of some devices. */
  noteInstalled(equipment: string): void {
    if (this.manner.kind === "clears") this.#reset(equipment, () => true);
  }

  /** Number of writes to the memory of a register so far. */
  writesOf(address: string): number {
    return this.#writes.get(address) ?? 0;
  }

  /** Returns whether a register may be written now, as far as its device decides. */
  admits(address: string): boolean {
    const setting = this.settingOf(address);
    return admitsChange(this.#panel, setting?.name) && !this.#isLockedByRun(setting);
  }

  settingOf(address: string): DescribedSetting | undefined {
    return findSetting(this.equipment, address, this.site);
  }

  /** Takes the commands of the logger itself that were ordered since the last call. */
  takeActions(): LoggerAction[] {
    return this.#actions.splice(0);
  }

  /** Changes a setting at the device's own panel. @returns false if it has no such setting */
  edit(address: string, value: RegisterValue): boolean {
    if (!this.#factory.has(address)) return false;
    this.#store(address, value);
    return true;
  }

  write(address: string, value: RegisterValue): boolean {
    const setting = this.settingOf(address);
    if (this.#isLockedByRun(setting)) return false;
    if (setting?.oneShot) return this.#run(setting.name ?? "", address);
    const panel = writePanel(this.#panel, setting?.name, value);
    if (panel === null) return false;
    if (panel !== undefined) {
      this.#panel = panel;
      this.#actions.push("announce");
      return true;
    }
    const old = this.read(address);
    const { manner } = this;
    if (manner.kind === "ignores" && this.#factory.has(address)) return true;
    const written = manner.kind === "rounds" && setting ? roundCoarsely(value, setting) : value;
    if (!this.#store(address, written)) return false;
    if (setting?.stored !== false) this.#writes.set(address, this.writesOf(address) + 1);
    if (manner.kind === "reverts")
      this.#putBack.push({ address, value: old, due: this.#at + manner.ms });
    return true;
  }

  read(address: string): RegisterValue {
    if (!this.#values.has(address)) return this.#plant.read(address);
    const ofPanel = readPanel(this.#panel, this.#names.get(address));
    return ofPanel === undefined ? (this.#values.get(address) ?? null) : ofPanel;
  }

  held(): Record<string, RegisterValue> {
    if (this.#values.size === 0) return this.#plant.held();
    const added = [...this.#values.keys()].map((address) => [address, this.read(address)] as const);
    return { ...this.#plant.held(), ...Object.fromEntries(added) };
  }

  /** Puts back the values that a device reverts by itself. @param at ms UTC by the plant's clock */
  settle(at: number): void {
    this.#at = at;
    const due = this.#putBack.filter((one) => one.due <= at);
    if (due.length === 0) return;
    this.#putBack = this.#putBack.filter((one) => one.due > at);
    for (const { address, value } of due) this.#store(address, value);
  }

  sample(until: number, stepMs: number): ReturnType<Plant["sample"]> {
    return this.#plant.sample(until, stepMs);
  }

  skip(until: number): void {
    this.#plant.skip(until);
  }

  latest(): ReturnType<Plant["latest"]> {
    return this.#plant.latest();
  }

  statuses(): ReturnType<Plant["statuses"]> {
    return this.#plant.statuses();
  }

  events(): ReturnType<Plant["events"]> {
    return this.#plant.events();
  }

  impose(condition: Parameters<Plant["impose"]>[0]): boolean {
    return this.#plant.impose(condition);
  }

  lift(kind: PlantConditionKind): boolean {
    return this.#plant.lift(kind);
  }

  snapshot(): z.infer<typeof snapshot> {
    const device = {
      values: Object.fromEntries(this.#values),
      writes: Object.fromEntries(this.#writes),
      panel: this.#panel,
      putBack: this.#putBack,
    };
    return { device, plant: this.#plant.snapshot() };
  }

  /** Restores a snapshot of this class, or one of the plant alone. */
  restore(given: unknown): void {
    const parsed = snapshot.safeParse(given);
    this.#plant.restore(parsed.success ? parsed.data.plant : given);
    if (!parsed.success) return;
    const { device } = parsed.data;
    for (const [address, value] of Object.entries(device.values))
      if (this.#values.has(address)) this.#values.set(address, value);
    for (const [address, count] of Object.entries(device.writes)) this.#writes.set(address, count);
    this.#panel = device.panel;
    this.#putBack = device.putBack;
  }

  #describe(equipment: readonly Equipment[]): Equipment[] {
    const own = equipment.map((piece) => this.#pieces.get(piece.address) ?? piece);
    const added = [...this.#pieces.values()].filter(
      ({ address }) => !own.some((piece) => piece.address === address),
    );
    return [...own, ...added].map((piece) => {
      const versions = this.#versions.get(piece.address);
      if (versions === undefined) return piece;
      return { ...piece, versions: { ...piece.versions, ...versions } };
    });
  }

  #isLockedByRun(setting: DescribedSetting | undefined): boolean {
    return setting?.whenOff === true && this.#plant.read(INVERTERS_ON) === 1;
  }

  #store(address: string, value: RegisterValue): boolean {
    if (!this.#values.has(address)) return this.#plant.write(address, value);
    this.#values.set(address, value);
    return true;
  }

  /** Executes a command. @returns false if the device refuses it */
  #run(name: string, address: string): boolean {
    const equipment = equipmentOf(address);
    if (name === "releaseFaultLock") return !this.#hasFault(equipment);
    if (name === "resetBatterySettings")
      this.#reset(equipment, ({ section }) => section === "battery");
    if (name === "resetAllSettings" || name === "resetLogger") this.#reset(equipment, () => true);
    const action = EFFECTS[name];
    if (action !== undefined) this.#actions.push(action);
    return true;
  }

  #hasFault(equipment: string): boolean {
    return this.events().some(({ address, level }) => address === equipment && level === "fault");
  }

  #reset(equipment: string, isReset: (setting: DescribedSetting) => boolean): void {
    for (const [address, value] of this.#factory) {
      const setting = this.settingOf(address);
      if (equipmentOf(address) !== equipment || setting?.access !== "rw") continue;
      if (isReset(setting)) this.#store(address, value);
    }
  }
}
