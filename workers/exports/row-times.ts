import { offsetPeriodAt } from "#domain/history/zone-offsets.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";

const two = Array.from({ length: 100 }, (_, number) => `${number}`.padStart(2, "0"));

/** Writes instants as local times; consecutive ones share their day and the offset of their zone. */
export class RowTimes {
  readonly #timeZone: string;
  #period = { from: 0, until: 0, offset: 0 };
  #offset = "";
  #day = Number.NaN;
  #date = "";

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  /** Returns the milliseconds since 1970-01-01 0:00 of the zone's clocks. */
  localOf(at: number): number {
    if (at < this.#period.from || at >= this.#period.until) {
      this.#period = offsetPeriodAt(this.#timeZone, at);
      this.#offset = formatOffset(this.#period.offset);
    }
    return at + this.#period.offset;
  }

  /** Returns the offset of the last instant from UTC, as "UTC+02:00", which no spreadsheet takes for a formula. */
  get offset(): string {
    return this.#offset;
  }

  /** Returns "YYYY-MM-DD HH:mm:ss", with milliseconds if there are any. */
  format(at: number): string {
    const local = this.localOf(at);
    const day = Math.floor(local / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#date = `${new Date(day * DAY_MS).toISOString().slice(0, 10)} `;
    }
    const ms = local - day * DAY_MS;
    const hours = two[Math.floor(ms / HOUR_MS)];
    const minutes = two[Math.floor(ms / MINUTE_MS) % 60];
    const seconds = two[Math.floor(ms / SECOND_MS) % 60];
    const rest = ms % SECOND_MS;
    const text = `${this.#date}${hours}:${minutes}:${seconds}`;
    return rest === 0 ? text : `${text}.${`${rest}`.padStart(3, "0")}`;
  }
}

function formatOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS);
  return `UTC${offset < 0 ? "-" : "+"}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}`;
}
