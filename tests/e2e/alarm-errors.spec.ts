import { expect, type Locator, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { openLogger } from "../clean-room/logger-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { type Say, speaker } from "../support/texts.ts";

const { url } = readE2eServer();
const spares = spareSitesOf("alarm-errors");
const WAYS = [
  { language: "en", viewport: { width: 1280, height: 900 }, spare: spares[0] },
  { language: "ar", viewport: { width: 390, height: 844 }, spare: spares[1] },
] as const satisfies { language: Language; [more: string]: unknown }[];
const HOT = { address: "003311", eventNo: 12, message: "Transformer hot" };
/** Enough alarms that the list is longer than the window. */
const ALARMS = 9;
/** Numbers of the site's registers of the battery's voltage and current. */
const [VOLTAGE, CURRENT] = ["FFFF000131", "FFFF000132"];

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.98" } });

/**
 * Answers the requests of a page for its data, and its forms, with a status.
 * @returns a function that ends it
 */
async function refuse(page: Page, path: string, status: number): Promise<() => Promise<void>> {
  const isOfPage = ({ pathname }: URL) => pathname === `${path}.data`;
  await page.route(isOfPage, (route) => route.fulfill({ status, body: "" }));
  return () => page.unroute(isOfPage);
}

/** Shows an alert, and closes it, so that the next one is not mistaken for it. */
async function expectAlert(page: Page, say: Say, key: string): Promise<void> {
  const alert = page.getByRole("alert").filter({ hasText: say(`problems:${key}`) });
  await expect(alert).toBeVisible();
  await alert.getByRole("button", { name: say("common:actions.close") }).click();
  await expect(alert).toHaveCount(0);
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
}

/** Whether an element is shown from its start to its end, without what floats over it. */
function isUncovered(element: Locator): Promise<boolean> {
  return element.evaluate((own) => {
    const { left, top, width, height } = own.getBoundingClientRect();
    const isHit = (part: number) =>
      own.contains(document.elementFromPoint(left + width * part, top + height / 2));
    return [0.1, 0.5, 0.9].every(isHit);
  });
}

/** Scrolls the page until an element is as high as what floats over it. */
async function moveBelow(element: Locator, floating: Locator): Promise<void> {
  const [own, other] = [await element.boundingBox(), await floating.boundingBox()];
  if (own === null || other === null) throw new Error("not visible");
  const far = own.y + own.height / 2 - (other.y + other.height / 2);
  await element.page().evaluate((far) => scrollBy(0, far), far);
}

for (const { language, viewport, spare } of WAYS)
  test(`failures leave the pages of alarms and their input as they are: ${language}`, async ({
    page,
    context,
  }) => {
    if (spare === undefined) throw new Error("the fleet has too few spare sites");
    const say = speaker(language);
    const button = (name: string) => page.getByRole("button", { name: say(name) });
    const isNarrow = viewport.width < 500;
    const complaints = watchPage(page);
    const logger = openLogger({ url, ...spare, sample: false });
    try {
      await logger.ready(20_000);
      await page.setViewportSize(viewport);
      await signIn(page, accountOf("alarm-errors"));
      await context.addCookies([{ name: "tbb_language", value: language, url }]);
      await openSite(page, spare.name);
      const { search } = new URL(page.url());
      const open = async (path: string) => {
        await page.goto(path);
        await awaitAlive(page);
      };
      for (let number = 1; number < ALARMS; number++)
        logger.raise({ ...HOT, eventNo: HOT.eventNo + number, message: `Fan ${number}` });
      logger.raise(HOT);

      await open(`/log${search}`);
      const alarms = page.locator("[id^=alarm-]");
      await expect(async () => {
        await page.reload();
        await expect(alarms).toHaveCount(ALARMS, { timeout: 2_000 });
      }).toPass({ timeout: 60_000 });
      await awaitAlive(page);
      const icon = page.getByRole("button", { name: say("site:errors.open", { count: ALARMS }) });
      await expect(icon).toBeVisible();

      // The floating icon covers neither what gets the focus nor the end of the page.
      const snoozes = alarms.getByRole("button", { name: say("alarms:actions.snooze") });
      const snooze = snoozes.nth(ALARMS - 2);
      await moveBelow(snooze, icon);
      expect(await isUncovered(snooze)).toBe(isNarrow);
      await snooze.focus();
      expect(await isUncovered(snooze)).toBe(true);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      expect(await isUncovered(snoozes.last())).toBe(true);

      // What was typed stays when the answer to a form fails.
      const alarm = alarms.filter({ hasText: HOT.message });
      await alarm
        .getByRole("button", { name: say("alarms:actions.snooze") })
        .first()
        .click();
      const until = alarm.getByLabel(say("alarms:actions.until"));
      await until.fill("2027-01-02T03:04");
      let restore = await refuse(page, "/log", 500);
      await alarm.getByRole("button", { name: say("alarms:actions.snoozeUntil") }).click();
      await expectAlert(page, say, "fault");
      await expect(until).toHaveValue("2027-01-02T03:04");
      await restore();

      await button("alarms:export.open").click();
      const files = page.getByRole("dialog", { name: say("alarms:export.title") });
      const [start, end] = ["start", "end"].map((name) =>
        files.getByLabel(say(`alarms:export.${name}`)),
      ) as [Locator, Locator];
      await start.fill("2026-01-02T03:04");
      await end.fill("2025-01-02T03:04");
      await files.getByRole("button", { name: say("alarms:export.submit") }).click();
      await expect(end).toBeFocused();
      await expect(end).toHaveAccessibleErrorMessage(say("problems:setFirst"));
      restore = await refuse(page, "/log", 500);
      await files.getByRole("button", { name: say("alarms:export.submit") }).click();
      // The panel closes with the click on the alert, and keeps its input.
      await expectAlert(page, say, "fault");
      await button("alarms:export.open").click();
      await expect(start).toHaveValue("2026-01-02T03:04");
      await restore();
      await page.keyboard.press("Escape");

      // A budget that is spent leaves the list and the chosen filters, also when the page asks by itself.
      restore = await refuse(page, "/log", 429);
      if (isNarrow) await button("common:filters.label").click();
      const level = page.getByLabel(say("alarms:filter.level"));
      await level.selectOption("warning");
      await button("common:filters.apply").click();
      await expectAlert(page, say, "tooFast");
      await expect(level).toHaveValue("warning");
      logger.clear({ address: HOT.address, eventNo: HOT.eventNo + 1 });
      await expectAlert(page, say, "tooFast");
      await expect(alarms).toHaveCount(ALARMS);
      await expectAccessible(page);
      await restore();

      await open(`/message${search}`);
      await page.route("**/api/**", (route) => route.fulfill({ status: 500, body: "" }));
      await button("journal:export.action").click();
      await expect(page.getByText(say("journal:export.failed"))).toBeVisible();
      await expectAccessible(page);
      await page.unroute("**/api/**");

      // Unsaved changes of a rule belong to that rule.
      const openRule = (register: string) => open(`/alarm${search}&register=${register}`);
      await openRule(VOLTAGE);
      const sustain = page.getByLabel(say("alarms:fields.sustainTimeUnit"));
      await sustain.fill("77");
      restore = await refuse(page, "/alarm", 500);
      await button("alarms:editor.save").click();
      await expectAlert(page, say, "fault");
      await expect(sustain).toHaveValue("77");
      await restore();
      page.once("dialog", (dialog) => void dialog.accept());
      await openRule(CURRENT);
      await expect(sustain).not.toHaveValue("77");
      await expect(page.getByText(say("drafts:restored"))).toHaveCount(0);
      await openRule(VOLTAGE);
      await expect(page.getByText(say("drafts:restored"))).toBeVisible();
      await expect(sustain).toHaveValue("77");
      await button("drafts:discard").click();

      await open("/alarms");
      const box = page
        .getByRole("listitem")
        .filter({ hasText: spare.name })
        .filter({ hasText: HOT.message })
        .getByRole("checkbox");
      await box.check();
      restore = await refuse(page, "/alarms", 500);
      await button("alarms:all.acknowledge").click();
      await expectAlert(page, say, "fault");
      await expect(box).toBeChecked();
      await restore();
      expect(complaints).toEqual([]);
    } finally {
      logger.stop();
    }
  });

test("the page of notifications says what the browser refused, and what the portal did not answer", async ({
  page,
  context,
}) => {
  const say = speaker("en");
  const text = (key: string) => page.getByText(say(`alarms:notify.browser.${key}`));
  await context.grantPermissions(["notifications"], { origin: new URL(url).origin });
  // A headless shell refuses notifications even so.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
  });
  await signIn(page, accountOf("alarm-errors"));
  await page.route("**/push-worker.js", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/user");
  await awaitAlive(page);
  await page.getByRole("button", { name: say("alarms:notify.browser.turnOn") }).click();
  await expect(text("failed")).toBeVisible();
  await expect(text("off")).toBeVisible();

  // A browser that is subscribed, of which only the portal knows for whom.
  await page.addInitScript(() => {
    const toJSON = () => ({ endpoint: "https://push.test/1", keys: { p256dh: "", auth: "" } });
    const registration = { pushManager: { getSubscription: async () => ({ toJSON }) } };
    navigator.serviceWorker.getRegistration = async () => registration as never;
  });
  await page.route("**/api/**", (route) => route.fulfill({ status: 500, body: "" }));
  await page.reload();
  await expect(text("unknown")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: say("alarms:notify.browser.check") }).click();
  await expect(text("off")).toBeVisible();
});
