import { z } from "zod";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { Register, RegisterValue } from "#domain/registers/register.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { fromLocalTime, toLocalTime } from "../local-time.ts";
import type { Plant, Sample } from "../plant/plant.ts";
import { BATTERY_STATUS } from "../plant/site-words.ts";
import { UndisturbedPlant } from "../plant/undisturbed-plant.ts";
import {
  batteryStatusOf,
  type PlayedRow,
  powersOf,
  RECORDED_DEVICES,
  statusOf,
} from "./recorded-devices.ts";
import type { RecordedRow, Recording } from "./recording.ts";

const INVERTERS_ON = `${SITE_EQUIPMENT}0400`;
/** Older rows are skipped: a computer that slept for long leaves a gap. */
const MAX_REPLAY_MS = 2 * DAY_MS;

const energy = z.object({
  solar: z.number(),
  import: z.number(),
  export: z.number(),
  charge: z.number(),
  discharge: z.number(),
  load: z.number(),
});
const snapshot = z.object({ on: z.boolean(), offset: energy, offSeconds: z.number() });

const SWITCH: Register = {
  register: "0400",
  name: "Inverters",
  kind: "enum",
  access: "rw",
  options: { 0: "off", 1: "on" },
};

/**
 * Replays real days: today's local time shows the recorded values of the same time of a recorded day. The days repeat
 * in a circle, with the recording's gaps and duplicate instants.
 */
export class ReplayPlant extends UndisturbedPlant implements Plant {
  readonly equipment: Equipment[];
  readonly columns: readonly string[];
  readonly #recording: Recording;
  readonly #timeZone: string;
  readonly #rowsOfDay: RecordedRow[][] = [];
  readonly #reads = RECORDED_DEVICES.flatMap(({ registers }) => registers.map(({ read }) => read));
  #at: number;
  /** Earliest instant of the next row. */
  #dueAt = 0;
  #played: PlayedRow | null = null;
  #day: { day: number; rows: { at: number; row: RecordedRow }[] } | null = null;
  #on = true;
  /** Corrections of the lifetime counters for the times in which the inverters were off. */
  #offset = { solar: 0, import: 0, export: 0, charge: 0, discharge: 0, load: 0 };
  #offSeconds = 0;

  constructor(recording: Recording, timeZone: string, startAt: number) {
    super();
    this.#recording = recording;
    this.#timeZone = timeZone;
    for (const row of recording.rows) {
      const rows = this.#rowsOfDay[row.day];
      if (rows === undefined) this.#rowsOfDay[row.day] = [row];
      else rows.push(row);
    }
    this.equipment = RECORDED_DEVICES.map(({ registers, ...device }) => ({
      ...device,
      registers: registers.map(({ described }) => described),
    }));
    this.equipment[0]?.registers.push(SWITCH);
    this.columns = RECORDED_DEVICES.flatMap(({ address, registers }) =>
      registers.map(({ described }) => address + described.register),
    );
    this.#at = startAt - DAY_MS;
    this.skip(startAt);
  }

  /** Ignores the step, because the recording has its own. */
  sample(until: number): Sample[] {
    const from = Math.max(this.#at, until - MAX_REPLAY_MS);
    const samples: Sample[] = [];
    if (until < this.#dueAt) {
      this.#at = Math.max(this.#at, until);
      return samples;
    }
    const today = toLocalTime(until, this.#timeZone).day;
    for (let { day } = toLocalTime(from, this.#timeZone); day <= today; day++) {
      for (const { at, row } of this.#listDay(day)) {
        if (at <= from || at > until) continue;
        this.#play(at, row, day);
        const sample = this.latest();
        if (sample !== null) samples.push(sample);
      }
    }
    this.#at = Math.max(this.#at, until);
    const next = this.#listDay(today).find(({ at }) => at > until);
    this.#dueAt = next?.at ?? fromLocalTime(today + 1, 0, this.#timeZone) ?? until;
    return samples;
  }

  skip(until: number): void {
    this.sample(until);
  }

  latest(): Sample | null {
    const played = this.#played;
    return played && { at: played.at, values: this.#reads.map((read) => read(played)) };
  }

  held(): Record<string, RegisterValue> {
    return { [INVERTERS_ON]: this.#on ? 1 : 0 };
  }

  read(address: string): RegisterValue {
    if (address === INVERTERS_ON) return this.#on ? 1 : 0;
    const read = this.#reads[this.columns.indexOf(address)];
    return read === undefined || this.#played === null ? null : read(this.#played);
  }

  write(address: string, value: RegisterValue): boolean {
    if (address !== INVERTERS_ON) return false;
    this.#on = value === 1;
    if (this.#played !== null) this.#played = { ...this.#played, on: this.#on };
    return true;
  }

  statuses(): ReturnType<Plant["statuses"]> {
    const played = this.#played;
    if (played === null) return [];
    const { on } = played;
    const status = statusOf(played);
    const inverter = powersOf(played).inverter ?? 0;
    const panels = ["003211", "003212"].map((address, index) => {
      const isLit = on && (played.row.value(`pv${index + 1}_w`) ?? 0) > 1;
      return { address, status: isLit ? "charging" : "off" } as const;
    });
    return [
      {
        address: "003311",
        status: !on
          ? "bypass"
          : status === "standby"
            ? "standby"
            : inverter < -15
              ? "charge"
              : "invert",
      },
      ...panels,
      { address: "008B11", status: BATTERY_STATUS[batteryStatusOf(played)] },
    ];
  }

  snapshot(): z.infer<typeof snapshot> {
    return { on: this.#on, offset: { ...this.#offset }, offSeconds: this.#offSeconds };
  }

  restore(given: unknown): void {
    const parsed = snapshot.safeParse(given);
    if (!parsed.success) return;
    this.#on = parsed.data.on;
    this.#offset = parsed.data.offset;
    this.#offSeconds = parsed.data.offSeconds;
    const played = this.#played;
    if (played === null) return;
    const energy = { ...played.energy };
    for (const name of ENERGIES) energy[name] += this.#offset[name];
    const runningSeconds = Math.max(0, played.runningSeconds - this.#offSeconds);
    this.#played = { ...played, on: this.#on, energy, runningSeconds };
  }

  /** Lists the rows of one local day of the current calendar with their instants. */
  #listDay(day: number): { at: number; row: RecordedRow }[] {
    if (this.#day?.day === day) return this.#day.rows;
    const { firstDay, days } = this.#recording;
    const recorded = (((day - firstDay) % days) + days) % days;
    const rows = (this.#rowsOfDay[recorded] ?? []).flatMap((row) => {
      const at = fromLocalTime(day, row.msOfDay, this.#timeZone);
      return at === null ? [] : [{ at, row }];
    });
    this.#day = { day, rows };
    return rows;
  }

  #play(at: number, row: RecordedRow, day: number): void {
    const { firstDay, days, span, rows } = this.#recording;
    const loop = Math.floor((day - firstDay) / days);
    const before = this.#played;
    const recorded = { ...row.energy };
    for (const name of ENERGIES) recorded[name] += loop * span[name];
    if (!this.#on && before !== null) {
      const hours = (at - before.at) / HOUR_MS;
      this.#offSeconds += hours * 3_600;
      for (const name of ["solar", "import", "export", "charge", "discharge"] as const)
        this.#offset[name] = before.energy[name] - recorded[name];
      this.#offset.import += (row.value("load_w") ?? 0) * hours;
    }
    for (const name of ENERGIES) recorded[name] += this.#offset[name];
    const first = fromLocalTime(firstDay, rows[0]?.msOfDay ?? 0, this.#timeZone) ?? at;
    this.#played = {
      at,
      on: this.#on,
      row,
      energy: recorded,
      runningSeconds: Math.max(0, (at - first) / 1_000 - this.#offSeconds),
    };
  }
}

const ENERGIES = ["solar", "import", "export", "charge", "discharge", "load"] as const;
