import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { openLogger } from "../clean-room/logger-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { press, typeInto } from "../support/keyboard.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { type Say, speaker } from "../support/texts.ts";
import { findSmallTargets } from "../support/touch-targets.ts";

const { accounts, fleet, url } = readE2eServer();
const spares = spareSitesOf("alarms");
const WAYS = [
  { language: "en", viewport: { width: 1280, height: 900 }, spare: spares[0] },
  { language: "ar", viewport: { width: 390, height: 844 }, spare: spares[1] },
] as const satisfies { language: Language; [more: string]: unknown }[];
const BATTERY_VOLTAGE = "FFFF000131";

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.97" } });

/** Opens a page of the site by its address, as a link of an e-mail does. */
async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(`${path}${new URL(page.url()).search}`);
  await awaitAlive(page);
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
}

/** Makes a rule on the battery voltage by keyboard alone. */
async function addRule(page: Page, say: Say, name: string): Promise<void> {
  await press(page, page.getByRole("link", { name: say("alarms:rules.add") }));
  const voltage = say("registers:name.batteryVoltage");
  await typeInto(page, page.getByRole("searchbox"), voltage);
  await press(page, page.getByRole("link", { name: voltage }).first());
  const field = (key: string) => page.getByLabel(say(`alarms:fields.${key}`));
  const withUnit = (key: string) =>
    page.getByLabel(
      say("alarms:fields.withUnit", { field: say(`alarms:fields.${key}`), unit: "V" }),
    );
  await typeInto(page, withUnit("highAlarm"), "60");
  await typeInto(page, field("sustainTimeUnit"), "0");
  // The limit that ends the alarm follows from the one that raises it.
  await expect(withUnit("highClear")).toHaveValue(/^\d/);
  await expect(page.getByText(say("alarms:editor.preview", { count: 0 }))).toBeVisible();
  // The limit is moved in the chart, too.
  const handle = page.getByRole("slider", { name: say("alarms:fields.highAlarm"), exact: true });
  await handle.focus();
  await page.keyboard.press("ArrowUp");
  await expect(withUnit("highAlarm")).not.toHaveValue("60");
  await typeInto(page, withUnit("highAlarm"), "60");
  await typeInto(page, field("nameOptional"), name);
  await expectAccessible(page);
  await press(page, page.getByRole("button", { name: say("alarms:editor.save") }));
  await expect(
    page
      .getByRole("switch", { name: say("alarms:rule.on", { name }) })
      .or(page.getByRole("checkbox", { name: say("alarms:rule.on", { name }) })),
  ).toBeChecked();
}

for (const { language, viewport, spare } of WAYS)
  test(`a rule raises an alarm, which is acknowledged and ends, by keyboard: ${language}`, async ({
    page,
    context,
  }) => {
    if (spare === undefined) throw new Error("the fleet has too few spare sites");
    const say = speaker(language);
    const name = `Too high ${language}`;
    const complaints = watchPage(page);
    const logger = openLogger({ url, ...spare, sample: false });
    const send = (volts: number) => {
      logger.push({ [BATTERY_VOLTAGE]: volts });
      logger.upload();
    };
    try {
      await logger.ready(20_000);
      send(50);
      await page.setViewportSize(viewport);
      await signIn(page, accountOf("alarms"));
      await context.addCookies([{ name: "tbb_language", value: language, url }]);
      await page.goto(`/sitelist?q=${encodeURIComponent(spare.name)}`);
      await openSite(page, spare.name);
      await openPage(page, "/alarm");
      await expectAccessible(page);
      await addRule(page, say, name);
      await expectAccessible(page);

      send(65);
      await openPage(page, "/log");
      const alarm = page.locator("[id^=alarm-]").filter({ hasText: name });
      const active = page.getByRole("region", { name: say("alarms:log.active") });
      await expect(async () => {
        await page.reload();
        await expect(alarm).toContainText(say("alarms:list.open"), { timeout: 2_000 });
      }).toPass({ timeout: 60_000 });
      await awaitAlive(page);
      await expect(active).toContainText(name);
      await expect(alarm).toContainText(say("alarms:sources.userRule"));
      await expectAccessible(page);
      await press(
        page,
        alarm.getByRole("button", { name: say("alarms:actions.acknowledge") }).first(),
      );
      await expect(alarm).toContainText(say("alarms:notes.acknowledged"));
      await expect(alarm).toBeFocused();

      send(50);
      await expect(async () => {
        await page.reload();
        await expect(alarm).not.toContainText(say("alarms:list.open"), { timeout: 2_000 });
      }).toPass({ timeout: 60_000 });
      await expect(active).toHaveCount(0);
      await expectAccessible(page);
      expect(complaints).toEqual([]);
    } finally {
      logger.stop();
    }
  });

test("what another user changed meanwhile is explained, and no input is lost", async ({ page }) => {
  const say = speaker("en");
  const site = spares[2];
  if (site === undefined) throw new Error("the fleet has too few spare sites");
  await signIn(page, accountOf("alarms"));
  await page.goto(`/sitelist?q=${encodeURIComponent(site.name)}`);
  await openSite(page, site.name);
  await openPage(page, "/alarm");
  const name = say("alarms:types.batteryVoltage");
  await page.getByRole("link", { name: say("alarms:rule.editOne", { name }) }).click();
  const field = page.getByLabel(say("alarms:fields.sustainTimeUnit"));
  await field.fill("77");
  const siteKey = new URL(page.url()).searchParams.get("key");
  const changed = await page.request.post("/api/site/v2/alarm/rule/update", {
    headers: { Origin: new URL(url).origin },
    data: { siteKey, limits: [{ ruleId: 1, notifyAfter: 33 }] },
  });
  expect(changed.status()).toBe(200);
  const save = page.getByRole("button", { name: say("alarms:editor.save") });
  await save.click();
  const notice = page.getByRole("alert").filter({ hasText: say("alarms:conflict.title") });
  await expect(notice).toContainText("33");
  await expect(field).toHaveValue("77");
  await save.click();
  await page.waitForURL((address) => !address.searchParams.has("rule"));
  await page.getByRole("link", { name: say("alarms:rule.editOne", { name }) }).click();
  await expect(field).toHaveValue("77");
});

test("a monitor has neither the alarm log nor its settings", async ({ page }) => {
  await signIn(page, accounts.monitor);
  await openSite(page, fleet.sites.find(({ group }) => group === "demo")?.name ?? "");
  const say = speaker("en");
  for (const [label, path] of [
    ["alarmLog", "/log"],
    ["alarmSettings", "/alarm"],
  ] as const) {
    const text = say(`common:navigation.${label}`);
    await expect(page.getByRole("link", { name: text, exact: true })).toHaveCount(0);
    const { search } = new URL(page.url());
    const answer = await page.request.get(`${path}${search}`, { maxRedirects: 0 });
    expect(answer.headers().location, path).toContain("/sitelist?notice=notAllowed");
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("every control of the pages of alarms, charts and sites is large enough for a finger", async ({
    page,
  }) => {
    const site = fleet.sites.find(({ group }) => group === "demo")?.name ?? "";
    await signIn(page, accounts.owner);
    await openSite(page, site);
    const { search } = new URL(page.url());
    const alarms = ["/alarm", "/alarm?rule=1", "/log", "/message", "/settings/notifications"];
    const ofSite = [...alarms, "/chart", "/chart/statecurve", "/chart/advancedcurve"];
    const paths = ofSite.map((path) =>
      path.includes("?") ? path + search.replace("?", "&") : path + search,
    );
    const ofList = ["", "?view=map", "?view=search", "?pick=sites"].map(
      (view) => `/sitelist${view}`,
    );
    const ofAll = [...ofList, "/alarms", "/user"];
    for (const path of [...paths, `/management${search}`, ...ofAll]) {
      await page.goto(path);
      await awaitAlive(page);
      expect(await findSmallTargets(page), path).toEqual([]);
    }
  });
});
