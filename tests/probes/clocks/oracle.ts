/** What a zone's clocks show, by the runtime's own tables and nothing of the product. */
export class WallClock {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZoneName: "longOffset",
    });
  }

  read(at: number): { date: string; hour: string; minute: string; offset: string } {
    const parts = new Map(this.#format.formatToParts(at).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
    return {
      date: `${part("year")}-${part("month")}-${part("day")}`,
      hour: part("hour"),
      minute: part("minute"),
      offset: part("timeZoneName"),
    };
  }

  dateOf(at: number): string {
    return this.read(at).date;
  }

  /** What one hour has and no other one: in autumn two have the same number, and clocks may change within one. */
  hourOf(at: number): string {
    const { date, hour, offset } = this.read(at);
    return `${date} ${hour} ${offset}`;
  }
}
