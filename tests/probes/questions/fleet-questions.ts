import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { Question } from "./question.ts";
import { plain, shows } from "./read-values.ts";

/** Specific yield of a site by what its logger has sent, kWh per kWp and day. */
export type KnownYield = { name: string; perDay: number };

export function leastForItsSize(yields: () => readonly KnownYield[]): Question {
  return {
    text: "which of 300 sites produces least for its size",
    at: "list",
    async find({ hand, say }) {
      const order = hand.page.getByRole("link", { name: say("sitelist:show.yield"), exact: true });
      await hand.click(order);
      const row = hand.page.getByRole("table").locator("tbody tr").first();
      return async () => plain(await row.innerText({ timeout: 1_000 }));
    },
    async expected() {
      const [least] = yields().toSorted((one, two) => one.perDay - two.perDay);
      if (least === undefined) throw new Error("no site has a yield");
      const { name, perDay } = least;
      return {
        text: `${name}, ${perDay.toFixed(1)}`,
        // The unit of the column begins with kWh in both languages.
        isIn: (shown) =>
          shown.includes(name) && shows(shown, { unit: "Wh", value: perDay * 1_000, share: 0.001 }),
      };
    },
  };
}

/** @param at when the logger of the site was switched off, ms UTC */
export function silentSince(site: () => { name: string; at: number }): Question {
  return {
    text: "since when is site X silent",
    at: "list",
    async find({ hand, say }) {
      await hand.type(
        hand.page.getByRole("searchbox", { name: say("sitelist:search.label") }),
        site().name,
      );
      const row = hand.page.getByRole("table").locator("tbody tr").filter({ hasText: site().name });
      return async () => plain(await row.first().innerText({ timeout: 1_000 }));
    },
    async expected({ say }) {
      const seconds = Math.round((Date.now() - site().at) / SECOND_MS);
      const minutes = Math.floor((seconds * SECOND_MS) / MINUTE_MS);
      // The page counts while it is read, for half a minute at most.
      const texts = [
        ...[0, -1, 1].map((off) => ({ unit: "minute", count: minutes + off })),
        ...Array.from({ length: 40 }, (_, off) => ({ unit: "second", count: seconds - 5 + off })),
      ]
        .filter(({ unit, count }) => count >= 1 && (unit === "minute" || count < 60))
        .map(({ unit, count }) =>
          plain(say("sitelist:offlineSince", { time: say(`sitelist:age.${unit}`, { count }) })),
        );
      return {
        text: texts[0] ?? "",
        isIn: (shown) => shown.includes(site().name) && texts.some((one) => shown.includes(one)),
      };
    },
  };
}
