import { DAY_MS } from "#domain/units/durations.ts";
import { seededRandom } from "#simulator/random.ts";

const TILE_MS = 10 * DAY_MS;
/** Before the first recorded sample, at the midnight of the house. */
const RECORDED_FROM = Date.UTC(2025, 4, 31, 23);
/** Samples no further apart than this are of one burst: what differs between them is noise. */
const BURST_MS = 20_000;
/** Of the difference of two samples each has its part. */
const NOISE_OF_DIFFERENCE = Math.SQRT1_2;
/** Noise comes from so many bursts around an instant, on either side. */
const NEIGHBOURS = 16;
/** Each turn of the recording is this much larger or smaller, and so much earlier or later. */
const SCALES = [0.85, 1.15] as const;
const SHIFT_MS = 20 * 60_000;

type Kind = "power" | "state" | "counter" | "daily";
type Source = { column: string; address: string; kind: Kind; name?: string; unit?: string };
type Channel = Source & {
  /** Whole numbers of the register's steps. */
  recorded: Float64Array;
  /** A step is 1 / scale. */
  scale: number;
  isPositive: boolean;
};

/** Twenty-five columns that differ: what a device shows twice would be kept once. */
const SOURCES: readonly Source[] = [
  { column: "solar_w", address: "FFFF000100", kind: "power" },
  { column: "grid_w", address: "FFFF000110", kind: "power" },
  { column: "grid_v", address: "FFFF000118", kind: "state" },
  { column: "grid_hz", address: "FFFF00011C", kind: "state" },
  { column: "load_w", address: "FFFF000120", kind: "power" },
  { column: "out_v", address: "FFFF000128", kind: "state" },
  { column: "batt_w", address: "FFFF000130", kind: "power" },
  { column: "batt_temp_c", address: "FFFF000133", kind: "state" },
  { column: "batt_soc_pct", address: "FFFF000134", kind: "state" },
  { column: "inv_w", address: "FFFF000150", kind: "power" },
  { column: "total_solar_kwh", address: "FFFF000200", kind: "counter" },
  { column: "total_import_kwh", address: "FFFF000201", kind: "counter" },
  { column: "total_export_kwh", address: "FFFF000202", kind: "counter" },
  { column: "total_load_kwh", address: "FFFF000203", kind: "counter" },
  { column: "total_charge_kwh", address: "FFFF000204", kind: "counter" },
  own("pv1_v", "0101", "state", "V"),
  own("pv1_a", "0102", "power", "A"),
  own("pv1_w", "0103", "power", "W"),
  own("pv2_v", "0104", "state", "V"),
  own("pv2_a", "0105", "power", "A"),
  own("pv2_w", "0106", "power", "W"),
  own("grid_a", "0107", "power", "A"),
  own("inv_temp_c", "0108", "state", "°C"),
  own("out_hz", "0109", "state", "Hz"),
  own("today_solar_kwh", "010A", "daily", "kWh"),
];
const SCALE_OF_UNIT = { w: 1, v: 10, a: 10, hz: 100, c: 10, pct: 1, kwh: 10 };

function own(column: string, register: string, kind: Kind, unit: string): Source {
  return { column, address: `003311${register}`, kind, name: column, unit };
}

/** Samples of all channels at even steps, in whole numbers of each register's steps. */
export type SamplePeriod = { from: number; stepMs: number; count: number; columns: Float64Array[] };

/**
 * A site's past of any length and pace: ten recorded days of a house again and again, each time a little larger or
 * smaller and at other minutes, straight lines between samples, and on them the noise that the recording has where it
 * was sampled closely.
 */
export class TiledHousehold {
  readonly channels: readonly Channel[];
  readonly #at: Float64Array;
  /** Rows that follow another one closely. */
  readonly #bursts: number[] = [];
  /** Of each row, where the bursts around it are. */
  readonly #burstOf: Int32Array;
  readonly #origin: number;
  readonly #seed: number;

  /** @param csv the recording; @param origin where the first turn begins, ms UTC */
  constructor(csv: string, seed: number, origin: number) {
    const [head = "", ...lines] = csv.trim().split("\n");
    const names = head.split(",");
    const all = lines.map((line) => line.split(","));
    const rows = all.filter((row, index) => row[0] !== all[index - 1]?.[0]);
    this.#at = Float64Array.from(rows, (row) => Date.parse(row[0] ?? "") - RECORDED_FROM);
    this.#burstOf = new Int32Array(rows.length);
    for (let row = 0; row < rows.length; row++) {
      if (row > 0 && this.#timeOf(row) - this.#timeOf(row - 1) <= BURST_MS) this.#bursts.push(row);
      this.#burstOf[row] = this.#bursts.length;
    }
    this.channels = SOURCES.map((source) => readChannel(source, rows, names));
    this.#origin = origin;
    this.#seed = seed;
  }

  get addresses(): string[] {
    return this.channels.map(({ address }) => address);
  }

  /** What a register says for so many of its steps. */
  valueOf(place: number, steps: number): number {
    const scale = this.channels[place]?.scale ?? 1;
    return scale < 1 ? steps * Math.round(1 / scale) : steps / scale;
  }

  /** The pieces of equipment, as a logger describes them. */
  get equipment(): object[] {
    const pieces = Map.groupBy(this.channels, ({ address }) => address.slice(0, 6));
    return [...pieces].map(([address, channels]) => ({
      address,
      typeCode: address.slice(0, 4),
      registers: channels.map(({ address: whole, kind, name, unit }) => ({
        register: whole.slice(6),
        ...(name === undefined ? {} : { name, unit }),
        kind: kind === "counter" ? "counter" : "gauge",
        access: "r",
      })),
    }));
  }

  read(from: number, stepMs: number, count: number): SamplePeriod {
    const columns = this.channels.map(() => new Float64Array(count));
    const random = seededRandom(this.#seed ^ Math.floor(from / 1_000));
    for (let start = 0; start < count; ) {
      const turn = Math.floor((from + start * stepMs - this.#origin) / TILE_MS);
      const begun = this.#origin + turn * TILE_MS;
      const end = Math.min(count, Math.ceil((begun + TILE_MS - from) / stepMs));
      this.#readTurn({ from, stepMs, count, columns }, [start, end], turn, random);
      start = end;
    }
    return { from, stepMs, count, columns };
  }

  #readTurn(
    { from, stepMs, columns }: SamplePeriod,
    [start, end]: [number, number],
    turn: number,
    random: () => number,
  ): void {
    const { scale, shiftMs } = this.#turnOf(turn);
    const before = Array.from({ length: turn }, (_, index) => this.#turnOf(index).scale);
    const wholeTurns = before.reduce((sum, one) => sum + one, 0);
    const begun = this.#origin + turn * TILE_MS + shiftMs;
    let row = 0;
    for (let index = start; index < end; index++) {
      const at = from + index * stepMs - begun;
      while (row + 2 < this.#at.length && this.#timeOf(row + 1) <= at) row++;
      const span = this.#timeOf(row + 1) - this.#timeOf(row);
      const part = Math.min(1, Math.max(0, (at - this.#timeOf(row)) / span));
      const burst = this.#burstNear(row, random());
      for (const [place, channel] of this.channels.entries()) {
        const column = columns[place] as Float64Array;
        const { recorded } = channel;
        const [one, next] = [recorded[row] ?? 0, recorded[row + 1] ?? 0];
        if (channel.kind === "counter") column[index] = counted(channel, one, wholeTurns, scale);
        else if (channel.kind === "daily") column[index] = Math.round(one * scale);
        else {
          const noise = ((recorded[burst] ?? 0) - (recorded[burst - 1] ?? 0)) * NOISE_OF_DIFFERENCE;
          const factor = channel.kind === "power" ? scale : 1;
          const value = Math.round((one + (next - one) * part + noise) * factor);
          const isNight = one === 0 && next === 0 && channel.isPositive;
          column[index] = isNight || (value < 0 && channel.isPositive) ? 0 : value;
        }
      }
    }
  }

  #burstNear(row: number, chance: number): number {
    const place = (this.#burstOf[row] ?? 0) + Math.floor((chance * 2 - 1) * NEIGHBOURS);
    return this.#bursts[Math.min(this.#bursts.length - 1, Math.max(0, place))] ?? 1;
  }

  #timeOf(row: number): number {
    return this.#at[row] ?? 0;
  }

  #turnOf(turn: number): { scale: number; shiftMs: number } {
    const random = seededRandom(this.#seed * 7_919 + turn);
    random();
    const [least, most] = SCALES;
    return {
      scale: least + random() * (most - least),
      shiftMs: Math.round((random() * 2 - 1) * SHIFT_MS),
    };
  }
}

function readChannel(source: Source, rows: readonly string[][], names: readonly string[]): Channel {
  const place = names.indexOf(source.column);
  const unit = source.column.slice(source.column.lastIndexOf("_") + 1);
  const scale = SCALE_OF_UNIT[unit as keyof typeof SCALE_OF_UNIT];
  let last = 0;
  let most = Number.NEGATIVE_INFINITY;
  const recorded = Float64Array.from(rows, (row) => {
    const cell = row[place] ?? "";
    if (cell !== "") last = Math.round(Number(cell) * scale);
    most = Math.max(most, last);
    return source.kind === "counter" ? most : last;
  });
  const isPositive = recorded.every((value) => value >= 0);
  // Counters are sent in Wh; the device counts in steps of a hundred.
  return { ...source, recorded, scale: source.kind === "counter" ? 0.01 : scale, isPositive };
}

/** What whole turns and this one have brought, in the steps of the device. */
function counted({ recorded }: Channel, value: number, wholeTurns: number, scale: number): number {
  const first = recorded[0] ?? 0;
  const gain = (recorded.at(-1) ?? 0) - first;
  return Math.floor(first + gain * wholeTurns + (value - first) * scale);
}
