import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Question } from "./question.ts";
import { findValues, plain } from "./read-values.ts";

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
        isIn: (shown) =>
          shown.includes(name) &&
          findValues(shown).some(
            ({ value, unit, rounding }) =>
              unit === "" && Math.abs(value - perDay) <= 1.1 * rounding && rounding < 0.1,
          ),
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
      const minutes = (Date.now() - site().at) / MINUTE_MS;
      const ages = [-1, 0, 1].map((off) => Math.max(1, Math.floor(minutes) + off));
      const texts = ages.map((count) =>
        plain(say("sitelist:offlineSince", { time: say("sitelist:age.minute", { count }) })),
      );
      return {
        text: texts[1] ?? "",
        isIn: (shown) => shown.includes(site().name) && texts.some((one) => shown.includes(one)),
      };
    },
  };
}
