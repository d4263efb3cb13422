import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { ListedSite } from "./packed-sites.ts";
import { alarmOf } from "./site-cells.tsx";
import type { RowTexts } from "./use-row-texts.ts";

const texts = {
  alarm: { none: "No alarm", info: "Info", warning: "Warning", fault: "Fault" },
  alarmsOf: (level: string, name: string) => `${level}, active alarms: ${name}`,
} as RowTexts;

const show = (site: Partial<ListedSite>) => {
  const all = { key: "k_a", roleKey: "r", name: "<Roof>", hasLog: true, alarmStatus: "fault" };
  return renderToString(alarmOf({ ...all, ...site } as ListedSite, texts));
};

test("the alarm of a site links to its active alarms, and its name says of which site", () => {
  const cell = show({});
  expect(cell).toContain('href="/log?key=k_a&amp;role=r&amp;state=open"');
  expect(cell).toContain('aria-label="Fault, active alarms: &lt;Roof&gt;"');
  expect(cell).toContain("Fault</a>");
});

test("there is no link without an alarm, or for users who may not view the alarm log", () => {
  for (const site of [{ alarmStatus: "none" }, { hasLog: false }] as const)
    expect(show(site)).not.toContain("<a");
  expect(show({ hasLog: false })).toContain('data-alarm="fault"');
});
