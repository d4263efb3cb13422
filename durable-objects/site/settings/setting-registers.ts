import { equipmentOf } from "#domain/registers/address-parts.ts";
import { equalWithin } from "#domain/registers/check-setting.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { Clock } from "../interfaces.ts";

/** A change of a stored setting that did not come from the portal. */
export type Drift = { from: RegisterValue; to: RegisterValue; at: number };

/** A setting as far as the portal knows it. */
export type KnownSetting = {
  address: string;
  /** Value as last read or reported; undefined if it never was. */
  value: RegisterValue | undefined;
  /** When that was, ms UTC. */
  at: number;
  /** When the portal sent a write that no value was read after, ms UTC; null without one. */
  touchedAt: number | null;
  /** Number of writes over the lifetime, and on one day of UTC. */
  writes: number;
  day: number;
  dayWrites: number;
  drift: Drift | null;
  /** Whether drift of this register is not reported. */
  isIgnored: boolean;
};

type Row = {
  address: string;
  value: string | null;
  at: number | null;
  touched_at: number | null;
  writes: number;
  day: number | null;
  day_writes: number;
  drift: string | null;
  is_ignored: number;
};

/** A value that the logger uploaded within this time after a write may be older than the write, ms. */
const UPLOAD_MARGIN_MS = 10 * MINUTE_MS;
/** Maximum number of registers that are kept. */
const MAX_SETTINGS = 8_000;

/** The settings of the site as last read, with the number of their writes, one row each. */
export class SettingRegisters {
  readonly #sql: SqlStorage;
  readonly #clock: Pick<Clock, "now">;
  #held: Map<string, KnownSetting> | null = null;

  constructor(sql: SqlStorage, clock: Pick<Clock, "now">) {
    this.#sql = sql;
    this.#clock = clock;
  }

  /** All settings by address. */
  get all(): ReadonlyMap<string, KnownSetting> {
    return this.#load();
  }

  /** Value of a setting as last read or reported; undefined if it never was. */
  valueOf(address: string): RegisterValue | undefined {
    return this.#load().get(address)?.value;
  }

  /**
   * Takes a value that was read or reported.
   * @param given.precision number of decimals within which values are equal
   * @param given.isUpload whether the value is a sample, which may be older than a write that was sent before it
   * @returns the change from the value before, if no write of the portal explains it
   */
  learn(
    address: string,
    value: RegisterValue,
    given: { at: number; precision: number; isUpload?: boolean },
  ): Drift | null {
    const held = this.#load().get(address) ?? newSetting(address);
    const { at, isUpload = false } = given;
    if (at < held.at || value === null) return null;
    const { touchedAt } = held;
    if (touchedAt !== null && isUpload && at < touchedAt + UPLOAD_MARGIN_MS) return null;
    const before = held.value;
    const isSame = before !== undefined && equalWithin(given.precision, before, value);
    if (isSame && touchedAt === null) {
      // An unchanged value costs no row; its instant in memory is enough to order the values that follow.
      held.at = at;
      return null;
    }
    if (isSame || before === undefined || touchedAt !== null) {
      this.#save({ ...held, value, at, touchedAt: null, drift: null });
      return null;
    }
    // A drift lasts from the last value that the portal or a user wanted, also over several changes.
    const from = held.drift?.from ?? before;
    const isBack = equalWithin(given.precision, from, value);
    this.#save({ ...held, value, at, drift: isBack ? null : { from, to: value, at } });
    return { from: before, to: value, at };
  }

  /** Counts a write that was sent to the logger. */
  countWrite(address: string): void {
    const held = this.#load().get(address) ?? newSetting(address);
    const now = this.#clock.now();
    const day = dayOf(now);
    const dayWrites = (held.day === day ? held.dayWrites : 0) + 1;
    this.#save({ ...held, touchedAt: now, writes: held.writes + 1, day, dayWrites });
  }

  /** Takes back the count of a write that the device refused. */
  uncountWrite(address: string): void {
    const held = this.#load().get(address);
    if (held === undefined || held.writes === 0) return;
    const dayWrites = Math.max(0, held.dayWrites - 1);
    this.#save({ ...held, touchedAt: null, writes: held.writes - 1, dayWrites });
  }

  /**
   * Returns the writes of a register and of its device today.
   * @param isCounted whether the writes of a register count for its device
   */
  writesToday(
    address: string,
    isCounted: (address: string) => boolean = () => true,
  ): { register: number; device: number } {
    const day = dayOf(this.#clock.now());
    const device = equipmentOf(address);
    let ofDevice = 0;
    for (const one of this.#load().values())
      if (one.day === day && equipmentOf(one.address) === device && isCounted(one.address))
        ofDevice += one.dayWrites;
    const held = this.#load().get(address);
    return { register: held?.day === day ? held.dayWrites : 0, device: ofDevice };
  }

  /** Accepts the value that a setting has now. */
  clearDrift(address: string, isIgnored: boolean): boolean {
    const held = this.#load().get(address);
    if (held === undefined) return false;
    this.#save({ ...held, drift: null, isIgnored });
    return true;
  }

  #load(): Map<string, KnownSetting> {
    this.#held ??= new Map(
      this.#sql
        .exec<Row>(`SELECT * FROM setting_registers`)
        .toArray()
        .map((row) => [row.address, readRow(row)]),
    );
    return this.#held;
  }

  #save(setting: KnownSetting): void {
    const held = this.#load();
    if (!held.has(setting.address) && held.size >= MAX_SETTINGS) return;
    held.set(setting.address, setting);
    const { address, value, at, touchedAt, writes, day, dayWrites, drift, isIgnored } = setting;
    this.#sql.exec(
      `INSERT OR REPLACE INTO setting_registers (address, value, at, touched_at, writes, day, day_writes, drift,
         is_ignored) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      address,
      value === undefined ? null : JSON.stringify(value),
      at,
      touchedAt,
      writes,
      day,
      dayWrites,
      drift === null ? null : JSON.stringify(drift),
      isIgnored ? 1 : 0,
    );
  }
}

function readRow({ address, value, at, touched_at, writes, ...row }: Row): KnownSetting {
  return {
    address,
    value: value === null ? undefined : (JSON.parse(value) as RegisterValue),
    at: at ?? 0,
    touchedAt: touched_at,
    writes,
    day: row.day ?? 0,
    dayWrites: row.day_writes,
    drift: row.drift === null ? null : (JSON.parse(row.drift) as Drift),
    isIgnored: row.is_ignored === 1,
  };
}

function newSetting(address: string): KnownSetting {
  const counts = { touchedAt: null, writes: 0, day: 0, dayWrites: 0 };
  return { address, value: undefined, at: 0, ...counts, drift: null, isIgnored: false };
}

/** Number of the day of UTC. */
function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}
