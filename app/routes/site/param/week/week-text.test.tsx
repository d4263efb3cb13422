import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { listFactorySettings } from "#domain/registers/catalogue/factory-settings.ts";
import { describeSetting } from "#domain/registers/describe-setting.ts";
import { periodRegister } from "#domain/settings/time-control.ts";
import { tariffRegister } from "#domain/settings/time-of-use.ts";
import param from "#locales/en/param.json" with { type: "json" };
import registers from "#locales/en/registers.json" with { type: "json" };
import type { Setting } from "../setting.ts";
import { readTimetable, type TimetableKind } from "./timetable.ts";
import { useWeekText } from "./use-week-text.ts";

const INVERTER = { address: "003311" };
const WORKDAYS = 0b001_1111;

/** Settings of an inverter, some of them with a value by their register. */
function settingsOf(values: Readonly<Record<string, number>>): Setting[] {
  return listFactorySettings(INVERTER, {}).map(({ described, initial }) => ({
    ...describeSetting(INVERTER, described),
    ...{ endurance: 10_000, at: null, writes: 0, writesToday: 0, drift: null },
    ...{ value: values[described.register] ?? initial, isDriftIgnored: false },
    recommended: undefined,
  }));
}

/** Describes the first row of a timetable in words. */
async function describeRow(kind: TimetableKind, values: Readonly<Record<string, number>>) {
  const timetable = readTimetable(kind, settingsOf(values), {});
  const row = timetable?.rows[0];
  if (!timetable || !row) throw new Error("there is no row");
  function Row() {
    return useWeekText(timetable as NonNullable<typeof timetable>, "EUR").describe(
      0,
      row as NonNullable<typeof row>,
    );
  }
  const i18n = createInstance().use(initReactI18next);
  const interpolation = { escapeValue: false };
  await i18n.init({ lng: "en", resources: { en: { param, registers } }, interpolation });
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <Row />
    </I18nextProvider>,
  );
  return html.replaceAll(/[\u2066-\u2069]/g, "");
}

test("a tariff is shown with its start, its end, and its price with the symbol", async () => {
  const values = {
    [tariffRegister(0, "start")]: 1_320,
    [tariffRegister(0, "end")]: 360,
    [tariffRegister(0, "price")]: 0.1234,
  };
  expect(await describeRow("time of use", values)).toBe(
    "Tariff 1, 22:00–06:00, next day, Every day, 0.1234 EUR",
  );
});

test("a period is shown with its times, its days, its reserved SOC and its switches", async () => {
  const values = {
    [periodRegister(0, "start")]: 60,
    [periodRegister(0, "end")]: 1_440,
    [periodRegister(0, "reservedSoc")]: 35,
    [periodRegister(0, "acCharge")]: 1,
    [periodRegister(0, "offAtSoc")]: 1,
    [periodRegister(0, "days")]: WORKDAYS,
  };
  expect(await describeRow("time control", values)).toBe(
    "Period 1, 01:00–24:00, Mon–Fri, Reserved SOC 35%, AC-in charge, Off if SOC reached",
  );
  const without = { [periodRegister(0, "acCharge")]: 0, [periodRegister(0, "offAtSoc")]: 0 };
  expect(await describeRow("time control", { ...values, ...without })).toMatch(/Reserved SOC 35%$/);
});
