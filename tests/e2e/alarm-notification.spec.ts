import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { BOXES } from "#tools/demo/boxes-data.ts";
import { openLogger } from "../clean-room/logger-client.mjs";
import { BrowserPushes } from "../support/browser-pushes.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { press } from "../support/keyboard.ts";
import { makeAccount, password } from "../support/make-account.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { signIn } from "../support/sign-in.ts";
import { speaker } from "../support/texts.ts";

const { fleet, url } = readE2eServer();
const WAYS = [
  { language: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light", box: BOXES[2] },
  { language: "ar", viewport: { width: 390, height: 844 }, colorScheme: "dark", box: BOXES[3] },
] as const satisfies { language: Language; [more: string]: unknown }[];
const BATTERY_VOLTAGE = "FFFF000131";
const RULE = {
  address: BATTERY_VOLTAGE,
  ...{ unit: "V", min: 0, max: 100, lowAlarm: null, lowClear: null, highAlarm: 60, highClear: 55 },
  ...{ sustainTime: 0, notifyAfter: 0, level: "fault", monitor: "all", isOpen: true },
};
/** E-mails are grouped for a minute. */
const MAIL_WITHIN_MS = 180_000;

// Both wait for e-mails most of the time.
test.describe.configure({ mode: "parallel" });

type Mail = { id: string; to: string; subject: string; links: string[]; text: string };

/** Waits for the e-mail to an address that contains a text. */
async function awaitMail(page: Page, to: string, text: string): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    const mails: Mail[] = await (await page.request.get("/dev/mail/messages")).json();
    found = mails.find((mail) => mail.to === to && mail.text.includes(text));
    expect(found, text).toBeDefined();
  }).toPass({ timeout: MAIL_WITHIN_MS, intervals: [500] });
  return found as Mail;
}

async function readHeader(page: Page, { id }: Mail, name: string): Promise<string> {
  const source = await (await page.request.get(`/dev/mail/${id}/source`)).text();
  return new RegExp(`^${name}:(.*(?:\\r?\\n[ \\t].*)*)`, "im").exec(source)?.[1]?.trim() ?? "";
}

/** The page of the portal in an e-mail with these values in its address. */
function linkIn({ links }: Mail, values: Record<string, string>): string {
  const wanted = Object.entries(values);
  const found = links
    .map((link) => new URL(link))
    .find(({ searchParams }) => wanted.every(([name, value]) => searchParams.get(name) === value));
  if (found === undefined) throw new Error(`no link with ${JSON.stringify(values)}`);
  return found.pathname + found.search;
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
}

for (const [index, { language, viewport, colorScheme, box }] of WAYS.entries())
  test.describe(`in ${language}, ${viewport.width} px wide, ${colorScheme}`, () => {
    test.use({
      viewport,
      colorScheme,
      extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${120 + index}` },
    });

    test(`an alarm arrives by push and e-mail, is acknowledged from the e-mail, and its end follows: ${language}`, async ({
      page,
      context,
      browser,
    }) => {
      test.setTimeout(2 * MAIL_WITHIN_MS + 240_000);
      if (box === undefined) throw new Error("there are fewer boxes");
      const say = speaker(language);
      const complaints = watchPage(page);
      const pushes = await BrowserPushes.prepare(context);
      const email = await makeAccount(page, "Nadia");
      await context.addCookies([{ name: "tbb_language", value: language, url }]);
      await signIn(page, { account: email, password });
      const call = async (path: string, data: object) => {
        const headers = { Origin: new URL(url).origin };
        const answer = await page.request.post(`/api${path}`, { headers, data });
        expect(answer.status(), path).toBe(200);
        return (await answer.json()).data;
      };
      await call("/user/v2/updateNovaLanguage", { novaLanguage: language });
      const { serial } = box.site;
      const place = { timeZone: "Europe/Berlin", electricityPrice: 0.3, priceUnit: "EUR" };
      const siteName = `Harbour ${language}`;
      const claim = { sn: serial, checkCode: box.checkCode, name: siteName, ...place };
      await call("/site/v2/add", claim);
      const secret = fleet.sites.find((site) => site.serial === serial)?.secret ?? "";
      const logger = openLogger({ url, serial, secret, sample: false });
      const send = (volts: number) => {
        logger.push({ [BATTERY_VOLTAGE]: volts });
        logger.upload();
      };
      try {
        await logger.ready(20_000);
        send(50);
        const name = `Too high ${language}`;
        await call("/site/v2/alarm/rule/update", {
          ...{ sn: serial, emailInterval: 1, limits: [{ ...RULE, name }] },
        });

        // The browser is allowed to show alarms, and a test proves it.
        await page.goto("/user");
        await awaitAlive(page);
        const browserText = (key: string) => say(`alarms:notify.browser.${key}`);
        // A headless shell never shows notifications; the page says so, and the e-mail alone leads to the alarm.
        const hasPushes = await page.evaluate(() => Notification.permission === "granted");
        if (hasPushes) {
          await press(page, page.getByRole("button", { name: browserText("turnOn") }));
          await expect(page.getByText(browserText("on"))).toBeVisible();
          await press(page, page.getByRole("button", { name: browserText("test") }));
          await expect(page.getByText(browserText("tested.sent"))).toBeVisible();
          expect(await pushes.deliverNext(page)).toMatchObject([{ body: say("push:test.body") }]);
        } else await expect(page.getByText(browserText("denied"))).toBeVisible();

        // The alarm is pushed, and a click on the notification leads to it.
        send(65);
        const [pushed] = hasPushes
          ? (await pushes.deliverNext(page)).filter(({ title }) => title.includes(siteName))
          : [];
        if (hasPushes) {
          expect(pushed?.body).toContain(name);
          expect(pushed?.dir).toBe(language === "ar" ? "rtl" : "ltr");
          await page.goto(await pushes.click(pushed?.tag ?? ""));
        } else {
          const { links } = await awaitMail(page, email, say("mails:alarm.started.text"));
          await page.goto(links.find((link) => new URL(link).pathname === "/log") ?? "");
        }
        const alarm = page.getByRole("listitem").filter({ hasText: name }).last();
        await expect(alarm).toContainText(say("alarms:list.open"));
        await expect(alarm).toBeFocused();
        await awaitAlive(page);

        // Its e-mail arrives; opening a link in it changes nothing, one key does. No session is needed.
        const started = await awaitMail(page, email, say("mails:alarm.started.text"));
        expect(started.subject).toContain(name);
        const read = async () => {
          const log = await call("/site/v4/alarm/logger/page", { sn: serial, page: 1, size: 10 });
          const [row] = log.rows;
          expect(log.total).toBe(1);
          return { by: row.acknowledged?.by ?? null, isSnoozed: row.snoozedUntil !== null };
        };
        const signedOut = await browser.newContext();
        const phone = await signedOut.newPage();
        const phoneComplaints = watchPage(phone);
        await signedOut.addCookies([{ name: "tbb_language", value: language, url }]);
        await phone.goto(linkIn(started, { action: "snooze" }));
        await awaitAlive(phone);
        await expect(phone.getByText(name)).toBeVisible();
        await expectAccessible(phone);
        expect(await read()).toEqual({ by: null, isSnoozed: false });
        await press(
          phone,
          phone.getByRole("button", { name: say("welcome:alarmAction.snooze.button") }),
        );
        await expect(phone.locator(":focus")).toHaveText(say("welcome:alarmAction.snooze.done"));
        expect(await read()).toEqual({ by: null, isSnoozed: true });
        await phone.goto(linkIn(started, { action: "acknowledge" }));
        await awaitAlive(phone);
        expect(await read()).toEqual({ by: null, isSnoozed: true });
        await press(
          phone,
          phone.getByRole("button", { name: say("welcome:alarmAction.acknowledge.button") }),
        );
        await expect(phone.locator(":focus")).toHaveText(
          say("welcome:alarmAction.acknowledge.done"),
        );
        await expectAccessible(phone);
        expect(await read()).toEqual({ by: "Nadia", isSnoozed: true });
        // The open log shows it without being loaded again.
        await expect(alarm).toContainText(say("alarms:notes.acknowledged"));
        await expect(alarm).toContainText("Nadia");

        // The end replaces the notification, and its e-mail belongs to the same thread.
        send(50);
        if (hasPushes) {
          const ended = (await pushes.deliverNext(page)).filter(({ tag }) => tag === pushed?.tag);
          expect(ended).toMatchObject([{ body: expect.stringContaining(name) }]);
          expect(ended[0]?.body).not.toBe(pushed?.body);
        }
        await expect(alarm).not.toContainText(say("alarms:list.open"));
        const end = await awaitMail(page, email, say("mails:alarm.ended.text"));
        const startedId = await readHeader(page, started, "Message-ID");
        expect(startedId).toMatch(/^<.+>$/);
        expect(await readHeader(page, end, "In-Reply-To")).toBe(startedId);
        expect(await readHeader(page, end, "References")).toBe(startedId);
        expect(end.links.filter((link) => link.includes("action="))).toEqual([]);
        await phone.goto(linkIn(started, { action: "acknowledge" }));
        await expect(phone.getByText(say("welcome:alarmAction.ended"))).toBeVisible();

        // A mail program ends the e-mails by itself (RFC 8058); opening the same address does not.
        const unsubscribe = (await readHeader(page, end, "List-Unsubscribe")).replace(/[<>]/g, "");
        expect(await readHeader(page, end, "List-Unsubscribe-Post")).toBe(
          "List-Unsubscribe=One-Click",
        );
        const alarmMails = async () => (await call("/user/v2/notification/get", {})).alarmMails;
        await phone.goto(unsubscribe);
        await expectAccessible(phone);
        expect(await alarmMails()).toBe(true);
        const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
        expect((await fetch(unsubscribe, { method: "POST", body })).status).toBe(200);
        expect(await alarmMails()).toBe(false);
        expect([...complaints, ...phoneComplaints]).toEqual([]);
        await signedOut.close();
      } finally {
        logger.stop();
      }
    });
  });
