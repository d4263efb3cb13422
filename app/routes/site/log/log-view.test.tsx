import { ChakraProvider } from "@chakra-ui/react";
import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { ListedAlarm } from "#app/alarms/listed-alarm.ts";
import { system } from "#app/theme/system.ts";
import alarms from "#locales/en/alarms.json" with { type: "json" };
import common from "#locales/en/common.json" with { type: "json" };
import { LOG_PAGE, USUAL_FILTER } from "./log-data.ts";
import { LogView } from "./log-view.tsx";

const NOW = 1_790_000_000_000;

const ALARM: Omit<ListedAlarm, "logId" | "endTime" | "description"> = {
  episode: 1,
  deviceName: "Inverter",
  address: "0A0100",
  source: "user rule",
  ruleId: 11,
  level: "fault",
  startTime: NOW,
  dateTime: NOW,
  duration: 0,
  value: null,
  limit: null,
  unit: null,
  reason: null,
  retroactive: false,
  inhibitedBy: null,
  flaps: 0,
  acknowledged: null,
  snoozedUntil: null,
};
const alarmOf = (logId: number, endTime: number | null): ListedAlarm => ({
  ...ALARM,
  logId,
  endTime,
  description: `Fault ${logId}`,
});

type Shown = Partial<Parameters<typeof LogView>[0]>;

async function show(shown: Shown): Promise<string> {
  const i18n = createInstance().use(initReactI18next);
  await i18n.init({ lng: "en", defaultNS: "common", resources: { en: { common, alarms } } });
  const ended = shown.alarms ?? [];
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <LogView
          {...{ filter: USUAL_FILTER, period: {}, pages: 1, total: ended.length, alarms: ended }}
          {...{ drawn: { alarms: ended, before: 0 }, open: null, linked: null, now: NOW }}
          site={{ search: "?key=a", name: "Alpha roof", timeZone: "Europe/Berlin" }}
          may={{ acknowledge: true, clear: true, export: true }}
          {...shown}
        />
      ),
    },
  ]);
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <ChakraProvider value={system}>
        <Page />
      </ChakraProvider>
    </I18nextProvider>,
  );
}

const placeOf = (page: string, logId: number) => page.indexOf(`id="alarm-${logId}"`);
const count = (page: string, text: string) => page.split(text).length - 1;

test("active alarms are a section above the others, and only the others can be deleted", async () => {
  const open = { alarms: [alarmOf(9, null), alarmOf(3, null)], total: 2 };
  const page = await show({ open, alarms: [alarmOf(8, NOW), alarmOf(7, NOW)] });
  const places = [9, 3, 8, 7].map((logId) => placeOf(page, logId));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  const active = page.indexOf(`aria-label="${alarms.log.active}"`);
  expect(active).toBeGreaterThan(-1);
  expect(active).toBeLessThan(placeOf(page, 9));
  expect(page).not.toContain(alarms.log.allActive);
  expect(
    count(page, 'type="checkbox"') - count(page.slice(0, placeOf(page, 8)), 'type="checkbox"'),
  ).toBe(2);
});

test("more active alarms than fit have a link, and a page without others says so", async () => {
  const open = { alarms: [alarmOf(9, null)], total: LOG_PAGE + 1 };
  const page = await show({ open });
  expect(page).toMatch(/href="\/log\?key=a&amp;state=open"/);
  expect(page).toContain(alarms.log.noneEnded);
  expect(page).not.toContain(alarms.log.empty);
});

test("an active alarm that a link opens is shown once, and further pages have no active ones", async () => {
  const open = { alarms: [alarmOf(9, null)], total: 1 };
  const linked = [alarmOf(9, null)];
  const first = await show({ open, linked, filter: { ...USUAL_FILTER, alarm: 9 } });
  expect(count(first, 'id="alarm-9"')).toBe(1);
  const second = await show({
    open,
    alarms: [alarmOf(1, NOW)],
    filter: { ...USUAL_FILTER, page: 2 },
  });
  expect(placeOf(second, 9)).toBe(-1);
  expect(second).not.toContain(`aria-label="${alarms.log.active}"`);
});
