import { ChakraProvider } from "@chakra-ui/react";
import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { system } from "#app/theme/system.ts";
import alarms from "#locales/en/alarms.json" with { type: "json" };
import common from "#locales/en/common.json" with { type: "json" };
import { type AcknowledgeOutcomes, type SiteAlarm, USUAL_FILTER } from "./all-alarms.ts";
import { AllAlarmsView } from "./all-alarms-view.tsx";

const NOW = 1_790_000_000_000;

const alarmOf = (logId: number, isAcknowledged: boolean): SiteAlarm => ({
  logId,
  episode: 1,
  deviceName: "Inverter",
  address: "0A0100",
  source: "user rule",
  ruleId: 11,
  level: "fault",
  description: `Fault ${logId}`,
  startTime: NOW,
  dateTime: NOW,
  endTime: null,
  duration: 0,
  value: null,
  limit: null,
  unit: null,
  reason: null,
  retroactive: false,
  inhibitedBy: null,
  flaps: 0,
  acknowledged: isAcknowledged ? { by: "Ana", at: NOW } : null,
  snoozedUntil: null,
  site: {
    id: 12,
    name: "Alpha roof",
    timeZoneId: "Europe/Berlin",
    key: "c2l0ZQ",
    roleKey: "cm9sZQ",
  },
});

async function show(listed: readonly SiteAlarm[], outcomes: AcknowledgeOutcomes): Promise<string> {
  const i18n = createInstance().use(initReactI18next);
  const resources = { en: { common, alarms } };
  await i18n.init({ lng: "en", defaultNS: "common", resources });
  const counts = { fault: 3, warning: 0, info: 0, unacknowledged: 3 };
  const Page = createRoutesStub([
    {
      id: "alarms",
      path: "/",
      Component: () => (
        <AllAlarmsView
          filter={USUAL_FILTER}
          alarms={listed}
          total={listed.length}
          counts={counts}
          pages={1}
          now={NOW}
        />
      ),
    },
  ]);
  const result = { intent: "acknowledge", problem: null, values: {}, outcomes };
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <ChakraProvider value={system}>
        <Page hydrationData={{ loaderData: {}, actionData: { alarms: result } }} />
      </ChakraProvider>
    </I18nextProvider>,
  );
}

/** Markup of the row of an alarm. */
function rowIn(page: string, logId: number): string {
  const [, row = ""] = page.split(`id="alarm-${logId}"`);
  return row.split('id="alarm-')[0] ?? "";
}

test("alarms that could not be acknowledged stay selected and say why, the others do not", async () => {
  const outcomes = { "12 1": "acknowledged", "12 2": "unavailable", "12 3": "forbidden" } as const;
  const page = await show([alarmOf(1, true), alarmOf(2, false), alarmOf(3, false)], outcomes);
  expect(page).toContain(alarms.all.done_one.replace("{{count, number}}", "1"));
  expect(page).toContain(alarms.all.failed_other.replace("{{count, number}}", "2"));
  expect(rowIn(page, 1)).not.toContain("checkbox");
  expect(rowIn(page, 2)).toMatch(/<input[^>]*checked=""/);
  expect(rowIn(page, 2)).toContain(alarms.notes.failures.unavailable);
  expect(rowIn(page, 3)).toMatch(/<input[^>]*checked=""/);
  expect(rowIn(page, 3)).toContain(alarms.notes.failures.forbidden);
});

test("an alarm is not selected before anything failed", async () => {
  const row = rowIn(await show([alarmOf(1, false)], {}), 1);
  expect(row).toContain("checkbox");
  expect(row).not.toContain("checked");
});

test("an acknowledged alarm says so before the list contains it, and is not selected again", async () => {
  const row = rowIn(await show([alarmOf(1, false)], { "12 1": "acknowledged" }), 1);
  expect(row).toContain(alarms.notes.acknowledged);
  expect(row).not.toContain("checkbox");
});
