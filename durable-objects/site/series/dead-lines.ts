import type { LineVoltages } from "#domain/registers/line-voltages.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { isLiveLine } from "#domain/units/missing-frequency.ts";
import type { SiteLines } from "../equipment/lines.ts";
import type { RegisterIds } from "./register-ids.ts";
import type { Channel } from "./sample-set.ts";
import type { Segment } from "./segment.ts";

type Ids = ReadonlySet<number>;

/**
 * A frequency measured on a line without voltage is noise and counts as missing. It is stored as the logger sent it,
 * because the voltage of the same instant may arrive later, and is left out on reading.
 */
export class DeadLines {
  readonly #registers: () => RegisterIds;
  readonly #lines: SiteLines;
  #known: { lines: LineVoltages; registers: number } | null = null;
  #voltages: ReadonlyMap<number, readonly number[]> = new Map();

  constructor(registers: () => RegisterIds, lines: SiteLines) {
    this.#registers = registers;
    this.#lines = lines;
  }

  /** Returns these registers and those that are needed to read them. */
  withVoltages(ids: Ids): Ids {
    const voltages = this.#pairs();
    const more = [...voltages].flatMap(([frequency, own]) => (ids.has(frequency) ? own : []));
    return more.every((id) => ids.has(id)) ? ids : new Set([...ids, ...more]);
  }

  /**
   * Removes such frequencies from a segment.
   * @param wanted the registers to keep; all if undefined
   */
  ofSegment({ times, columns }: Segment, wanted?: Ids): Segment {
    const pairs = this.#pairs();
    const kept = new Map<number, readonly RegisterValue[]>();
    for (const [id, column] of columns) {
      if (wanted?.has(id) === false) continue;
      const voltages = (pairs.get(id) ?? []).flatMap((voltage) => {
        const found = columns.get(voltage);
        return found === undefined ? [] : [found];
      });
      kept.set(
        id,
        voltages.length === 0
          ? column
          : column.map((value, index) =>
              isLiveLine(voltages.map((voltage) => voltage[index])) ? value : null,
            ),
      );
    }
    return { times, columns: kept };
  }

  /** Removes such frequencies from merged samples. */
  ofChannels(channels: ReadonlyMap<number, Channel>, wanted: Ids): ReadonlyMap<number, Channel> {
    const pairs = this.#pairs();
    if ([...channels.keys()].every((id) => wanted.has(id) && !pairs.has(id))) return channels;
    const kept = new Map<number, Channel>();
    for (const [id, channel] of channels) {
      if (!wanted.has(id)) continue;
      const voltages = (pairs.get(id) ?? []).flatMap((voltage) => channels.get(voltage) ?? []);
      const left = voltages.length === 0 ? channel : whileAlive(channel, voltages);
      if (left.at.length > 0) kept.set(id, left);
    }
    return kept;
  }

  /** Returns the voltage registers of each frequency by id, cached because registers are never removed. */
  #pairs(): ReadonlyMap<number, readonly number[]> {
    const ids = this.#registers();
    const { current: lines } = this.#lines;
    const registers = ids.addresses.length;
    if (this.#known?.lines === lines && this.#known.registers === registers) return this.#voltages;
    const found = new Map<number, readonly number[]>();
    for (const [frequency, voltages] of lines.voltagesOf) {
      const id = ids.idOf(frequency);
      const own = voltages.flatMap((voltage) => ids.idOf(voltage) ?? []);
      if (id !== undefined && own.length > 0) found.set(id, own);
    }
    this.#known = { lines, registers };
    this.#voltages = found;
    return found;
  }
}

function whileAlive(channel: Channel, voltages: readonly Channel[]): Channel {
  const { at, values } = channel;
  const places = voltages.map(() => 0);
  const measured: (RegisterValue | undefined)[] = voltages.map(() => null);
  // Almost all lines are alive: nothing is copied before the first sample of a dead one.
  let kept: { at: number[]; values: Channel["values"][number][] } | null = null;
  for (const [index, instant] of at.entries()) {
    for (const [line, voltage] of voltages.entries()) {
      let place = places[line] ?? 0;
      while ((voltage.at[place] ?? instant) < instant) place++;
      places[line] = place;
      measured[line] = voltage.at[place] === instant ? voltage.values[place] : null;
    }
    if (!isLiveLine(measured)) kept ??= { at: at.slice(0, index), values: values.slice(0, index) };
    else if (kept !== null) {
      kept.at.push(instant);
      kept.values.push(values[index] ?? 0);
    }
  }
  return kept ?? channel;
}
