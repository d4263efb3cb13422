import type { Page } from "@playwright/test";

/** What a browser's data may differ in: the rules of time zones, or the texts of numbers, dates and names. */
export type Difference = "zones" | "texts";

/** Lets a page run in a browser whose zone or locale data are not the server's, as every other release has them. */
export async function changeRuntime(page: Page, differences: readonly Difference[]) {
  await page.addInitScript(changeIntl, [...differences]);
}

function changeIntl(differences: string[]): void {
  const Own = Intl.DateTimeFormat;
  /** Some offset that no zone of the tests has. */
  const elsewhere = (options: Intl.DateTimeFormatOptions = {}) =>
    options.timeZone === undefined || options.timeZone === "UTC"
      ? options
      : { ...options, timeZone: "Etc/GMT+9" };
  if (differences.includes("zones")) {
    type Given = [tag?: string, options?: Intl.DateTimeFormatOptions];
    Intl.DateTimeFormat = new Proxy(Own, {
      apply: (Format, _, [tag, options]: Given) => Format(tag, elsewhere(options)),
      construct: (Format, [tag, options]: Given) => new Format(tag, elsewhere(options)),
    });
  }
  if (!differences.includes("texts")) return;
  const mark = (text: string) => `${text.replaceAll(/[\s.,]/g, "\u2007")}\u2009`;
  const change = (kind: object, names: string[]) => {
    for (const name of names) {
      const own = Object.getOwnPropertyDescriptor(kind, name);
      if (own?.get)
        Object.defineProperty(kind, name, {
          ...own,
          get() {
            const format = own.get?.call(this);
            return (value: unknown) => mark(format(value));
          },
        });
      else if (own?.value)
        Object.defineProperty(kind, name, {
          ...own,
          value(this: unknown, ...given: unknown[]) {
            return mark(own.value.apply(this, given));
          },
        });
    }
  };
  change(Own.prototype, ["format", "formatRange"]);
  change(Intl.NumberFormat.prototype, ["format"]);
  change(Intl.RelativeTimeFormat.prototype, ["format"]);
  change(Intl.DisplayNames.prototype, ["of"]);
  change(Date.prototype, ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"]);
  change(Number.prototype, ["toLocaleString"]);
}
