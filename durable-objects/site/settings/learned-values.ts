import type { CommandRecord } from "#domain/commands/command-record.ts";
import type { CatalogueSite } from "#domain/registers/catalogue/find-in-catalogue.ts";
import { checkSetting } from "#domain/registers/check-setting.ts";
import { describeSetting } from "#domain/registers/describe-setting.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { Clock } from "../interfaces.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import { describeDrift } from "./change-journal.ts";
import type { SettingRegisters } from "./setting-registers.ts";

/** Properties of a setting that are needed to learn its value. */
type Learnable = { precision: number; isStored: boolean; isSecret: boolean };

type Deps = {
  registers: SettingRegisters;
  site: { readonly equipment: readonly Equipment[] };
  catalogueSite: () => CatalogueSite;
  clock: Pick<Clock, "now">;
  journal: Pick<SiteJournal, "recordOfLogger">;
};

/** Takes the values of settings from everything that the logger reports, and finds those that drifted. */
export class LearnedValues {
  readonly #deps: Deps;
  #tree: readonly Equipment[] | null = null;
  #settings: ReadonlyMap<string, Learnable> = new Map();
  #writableOf: readonly Equipment[] | null = null;
  #writableAddresses: ReadonlySet<string> = new Set();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The settings of the current tree that can be read, by address. */
  get settings(): ReadonlyMap<string, Learnable> {
    const { equipment } = this.#deps.site;
    if (this.#tree !== equipment) {
      this.#tree = equipment;
      this.#settings = new Map(this.#describe(equipment));
    }
    return this.#settings;
  }

  /** Addresses of the registers of the current tree that can be read and written. */
  get #writable(): ReadonlySet<string> {
    const { equipment } = this.#deps.site;
    if (this.#writableOf !== equipment) {
      this.#writableOf = equipment;
      this.#writableAddresses = new Set(
        equipment.flatMap(({ address, registers }) =>
          registers.flatMap(({ access, register }) =>
            access === "rw" ? [address + register] : [],
          ),
        ),
      );
    }
    return this.#writableAddresses;
  }

  /**
   * Takes values that were just read.
   * @param isExplained whether a command still waits for the second read of this register
   */
  readNow(
    values: Readonly<Record<string, RegisterValue>>,
    isExplained: (address: string) => boolean = () => false,
  ): void {
    const at = this.#deps.clock.now();
    for (const [address, value] of Object.entries(values))
      this.#learn(address, value, { at }, isExplained(address));
  }

  /** Takes values of samples, by address. Volatile ones cost no row; their newest sample is enough. */
  valuesReported(values: Iterable<readonly [string, { v: RegisterValue; at: number }]>): void {
    for (const [address, { v, at }] of values)
      if (this.#writable.has(address) && this.settings.get(address)?.isStored)
        this.#learn(address, v, { at, isUpload: true }, false);
  }

  /** Takes the value that a command read back. */
  commandEnded({ address, readBack, held }: CommandRecord): void {
    if (readBack === undefined || typeof held === "boolean") return;
    this.#learn(address, readBack, { at: this.#deps.clock.now() }, true);
  }

  #learn(
    address: string,
    value: RegisterValue,
    given: { at: number; isUpload?: boolean },
    isExplained: boolean,
  ): void {
    const setting = this.settings.get(address);
    if (setting === undefined || setting.isSecret) return;
    const { journal, registers, site } = this.#deps;
    const { precision, isStored } = setting;
    const drift = registers.learn(address, value, { ...given, precision });
    if (drift === null) return;
    if (isExplained || !isStored || registers.all.get(address)?.isIgnored) {
      registers.clearDrift(address, registers.all.get(address)?.isIgnored ?? false);
      return;
    }
    journal.recordOfLogger(describeDrift(address, drift, site.equipment));
  }

  *#describe(tree: readonly Equipment[]): Iterable<[string, Learnable]> {
    const where = this.#deps.catalogueSite();
    for (const piece of tree)
      for (const register of piece.registers) {
        if (register.access !== "rw") continue;
        const { address, oneShot, secret, stored } = describeSetting(piece, register, where);
        if (oneShot) continue;
        const check = checkSetting(tree, address, register.min ?? 0, where);
        const precision = check.ok ? check.precision : (register.precision ?? 3);
        yield [address, { precision, isStored: stored !== false, isSecret: secret ?? false }];
      }
  }
}
