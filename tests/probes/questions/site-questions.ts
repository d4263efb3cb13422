import type { Locator, Page } from "@playwright/test";
import { formatPeriod } from "#app/charts/time-labels.ts";
import { dayOf, daySpan, startOfDay } from "#domain/history/local-days.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";
import type { Say } from "../../support/texts.ts";
import type { RecordedSite } from "./expected.ts";
import type { Asker, Question } from "./question.ts";
import { plain, shows, showsFirst } from "./read-values.ts";

type Site = { recorded: RecordedSite; timeZone: string; pricePerKwh: number };

/** Days that the battery's samples are searched. */
const SEARCHED_DAYS = 10;
const KWH = 1_000;
/** Alarms that the overview lists. */
const SHOWN_ALARMS = 3;

/** Opens the history of the overview's site. */
export async function openHistory({ hand, say }: Asker): Promise<void> {
  const today = hand.page.getByRole("link", { name: say("realtime:today.title"), exact: true });
  await hand.click(today);
  await sumsOf(hand.page, say).waitFor();
}

const sumsOf = (page: Page, say: Say) =>
  page.getByRole("region", { name: say("charts:history.sums.label"), exact: true });

/** Reads the value beside a name. */
export function readBeside(place: Locator | Page, name: string): () => Promise<string> {
  const value = place
    .getByRole("term")
    .filter({ hasText: name })
    .locator("xpath=following-sibling::dd")
    .first();
  return async () => plain(await value.innerText({ timeout: 1_000 }));
}

async function pressUnit({ hand, say }: Asker, unit: "month"): Promise<void> {
  const views = hand.page.getByRole("group", {
    name: say("charts:history.view.label"),
    exact: true,
  });
  await hand.click(
    views.getByRole("button", { name: say(`charts:history.view.${unit}`), exact: true }),
  );
}

const text = (value: number, unit: string, language: string) =>
  plain(formatQuantity(value, unit, { language }).text);

/** The clocks of a site. */
export function clockOf(timeZone: string, now = Date.now()) {
  const today = dayOf(timeZone, now);
  const date = new Date(today * DAY_MS);
  const monthsAgo = (months: number) =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months) / DAY_MS;
  /** 1 is Monday. */
  const weekday = date.getUTCDay() || 7;
  const lastTuesday = today - ((weekday + 5) % 7 || 7);
  return {
    now,
    today,
    lastTuesday,
    monthsAgo,
    startOf: (day: number) => startOfDay(timeZone, day),
  };
}

/** The latest summer that has begun on the northern hemisphere, in whole days. */
export function lastSummer(timeZone: string, now = Date.now()): { from: number; to: number } {
  const { today } = clockOf(timeZone, now);
  const year = new Date(today * DAY_MS).getUTCFullYear();
  const begins = (of: number) => Date.UTC(of, 5) / DAY_MS;
  const first = begins(year) <= today ? year : year - 1;
  const end = Math.min(Date.UTC(first, 8) / DAY_MS, today + 1);
  return { from: startOfDay(timeZone, begins(first)), to: startOfDay(timeZone, end) };
}

export function producedYesterday({ recorded, timeZone }: Site): Question {
  return {
    text: "produced yesterday",
    at: "house",
    async find(asker) {
      await openHistory(asker);
      const { hand, say } = asker;
      await hand.click(
        hand.page.getByRole("button", { name: say("charts:history.previous"), exact: true }),
      );
      return readBeside(sumsOf(hand.page, say), say("charts:history.value.solar"));
    },
    async expected({ language }) {
      const { today, startOf } = clockOf(timeZone);
      const energy = await recorded.energy("solarEnergy", startOf(today - 1), startOf(today));
      return {
        text: text(energy, "Wh", language),
        isIn: (shown) => showsFirst(shown, { unit: "Wh", value: energy }),
      };
    },
  };
}

export function monthAgainstLast({ recorded, timeZone }: Site): Question {
  return {
    text: "this month against last",
    at: "house",
    async find(asker) {
      await openHistory(asker);
      await pressUnit(asker, "month");
      const { hand, say } = asker;
      return readBeside(sumsOf(hand.page, say), say("charts:history.value.solar"));
    },
    async expected({ language }) {
      const { now, today, monthsAgo, startOf } = clockOf(timeZone);
      const [begin, before] = [monthsAgo(0), monthsAgo(1)];
      const passed = now - startOf(today);
      // The same time of the same day, at most the end of the month.
      const same = Math.min(before + today - begin, begin - 1);
      const present = await recorded.energy("solarEnergy", startOf(begin), now);
      const last = await recorded.energy("solarEnergy", startOf(before), startOf(same) + passed);
      return {
        text: `${text(present, "Wh", language)}, ${text(last, "Wh", language)}`,
        isIn: (shown) =>
          showsFirst(shown, { unit: "Wh", value: present }) &&
          shows(shown, { unit: "Wh", value: last, share: 0.01 }),
      };
    },
  };
}

export function importLastTuesday({ recorded, timeZone }: Site): Question {
  const at = () => {
    const { lastTuesday, startOf } = clockOf(timeZone);
    return { day: lastTuesday, instant: startOf(lastTuesday) + 18 * HOUR_MS };
  };
  return {
    text: "grid import at 18:00 last Tuesday",
    at: "cloudyHouse",
    async find(asker) {
      await openHistory(asker);
      const { hand, say } = asker;
      const { day, instant } = at();
      const row = hand.page.getByRole("navigation", { name: say("charts:history.quick.label") });
      const date = formatPeriod(asker.language, timeZone, daySpan(timeZone, day).from, "day");
      await hand.click(row.getByRole("button", { name: date, exact: true }));
      const chart = hand.page
        .getByRole("region", { name: say("charts:history.power.title"), exact: true })
        .getByRole("slider");
      const name = say("charts:history.line.gridImport");
      return async () => {
        const shown = plain(await hand.pointAt(chart, instant));
        const place = shown.indexOf(name);
        return place < 0 ? shown : `${shown.slice(0, 60)} … ${shown.slice(place, place + 32)}`;
      };
    },
    async expected({ say, language }) {
      const power = Math.max(0, await recorded.power("gridPower", at().instant));
      const name = say("charts:history.line.gridImport");
      return {
        text: text(power, "W", language),
        isIn: (shown) =>
          showsFirst(shown.slice(shown.lastIndexOf(name) + name.length), {
            unit: "W",
            value: power,
          }),
      };
    },
  };
}

export function batteryLastFull({ recorded, timeZone }: Site): Question {
  return {
    text: "when did the battery last fill",
    at: "house",
    async find({ hand, say }) {
      return readBeside(hand.page, say("energy:batteryFull.label"));
    },
    async expected({ say }) {
      const { now, today } = clockOf(timeZone);
      const full = await recorded.lastFull(now, SEARCHED_DAYS);
      if (full === null) throw new Error("the battery was not full");
      const [day = "", time = ""] = formatLocalTime(full.from, timeZone).split(" ");
      const ago = today - dayOf(timeZone, full.from);
      const isFull = full.to > now - 15 * MINUTE_MS;
      const wanted = isFull
        ? say("energy:batteryFull.since", { time: ago === 0 ? time : `${day} ${time}` })
        : ago < 2
          ? say(`energy:batteryFull.${ago === 0 ? "today" : "yesterday"}`, { time })
          : `${day} ${time}`;
      return { text: plain(wanted), isIn: (shown) => shown === plain(wanted) };
    },
  };
}

export function costThisMonth({ recorded, timeZone, pricePerKwh }: Site): Question {
  return {
    text: "what did electricity cost this month",
    at: "house",
    async find(asker) {
      await openHistory(asker);
      await pressUnit(asker, "month");
      const { hand, say } = asker;
      return readBeside(hand.page, say("charts:history.sums.importCost"));
    },
    async expected() {
      const { now, monthsAgo, startOf } = clockOf(timeZone);
      const energy = await recorded.energy("gridImportEnergy", startOf(monthsAgo(0)), now);
      const cost = (energy / KWH) * pricePerKwh;
      return {
        text: `${cost.toFixed(2)} EUR`,
        isIn: (shown) => showsFirst(shown, { unit: "EUR", value: cost }),
      };
    },
  };
}

export function selfSufficiencyOfSummer({ recorded, timeZone }: Site): Question {
  const { from, to } = lastSummer(timeZone);
  return {
    text: "how self-sufficient was the summer",
    at: "house",
    async find(asker) {
      await openHistory(asker);
      const { hand, say } = asker;
      const row = hand.page.getByRole("navigation", { name: say("charts:history.quick.label") });
      await hand.click(row.getByRole("button", { name: say("charts:history.quick.summer") }));
      return readBeside(sumsOf(hand.page, say), say("charts:history.sums.selfSufficiency"));
    },
    async expected() {
      const end = Math.min(to, Date.now());
      const imported = await recorded.energy("gridImportEnergy", from, end);
      const consumed = await recorded.energy("loadEnergy", from, end);
      const percent = 100 * (1 - imported / consumed);
      return {
        text: `${percent.toFixed(1)}%`,
        isIn: (shown) => showsFirst(shown, { unit: "%", value: percent }),
      };
    },
  };
}

export function anythingWrong({ recorded }: Site): Question {
  return {
    text: "is anything wrong",
    at: "clinic",
    async find({ hand, say }) {
      const list = hand.page.getByRole("list", { name: say("realtime:attention.title") });
      return async () => plain(await list.innerText({ timeout: 1_000 }));
    },
    async expected() {
      const open = { open: true, page: 1, size: 50 };
      const page = await recorded.call("/site/v4/alarm/logger/page", open);
      const { rows, total } = page as { rows: { deviceName: string }[]; total: number };
      if (total === 0) throw new Error("no alarm is open");
      // The page shows three, the most severe first, and how many more there are.
      const more = total > SHOWN_ALARMS ? String(total - SHOWN_ALARMS) : "";
      return {
        text: `${total}: ${[...new Set(rows.map(({ deviceName }) => deviceName))].join(", ")}`,
        isIn: (shown) =>
          rows.filter(({ deviceName }) => shown.includes(plain(deviceName))).length >=
            Math.min(total, SHOWN_ALARMS) && shown.includes(more),
      };
    },
  };
}

export function expectedToday({ recorded }: Site): Question {
  return {
    text: "what will the sun bring today",
    at: "house",
    async find({ hand, say }) {
      const card = hand.page.getByRole("region", {
        name: say("energy:forecast.title"),
        exact: true,
      });
      return async () => {
        await hand.page.locator("[data-forecast-place]").scrollIntoViewIfNeeded({ timeout: 1_000 });
        return plain(await card.getByRole("listitem").first().innerText({ timeout: 1_000 }));
      };
    },
    async expected({ language }) {
      const found = await recorded.call("/site/v2/chart/solar/forecast");
      const [today] = found.list as { expected: number }[];
      if (today === undefined) throw new Error(`no forecast: ${found.state}`);
      return {
        text: text(today.expected, "Wh", language),
        isIn: (shown) => showsFirst(shown, { unit: "Wh", value: today.expected }),
      };
    },
  };
}
