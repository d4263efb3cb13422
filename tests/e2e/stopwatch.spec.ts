import { expect, type Page, test } from "@playwright/test";
import { formatTag } from "#domain/languages.ts";
import { openLogger } from "../clean-room/logger-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";
import { LoggerProcess } from "../support/logger-process.ts";
import { makeAccount, password } from "../support/make-account.ts";
import { awaitAlive } from "../support/page-watch.ts";
import { expectWithin, measure } from "../support/processor-wait.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { patternsOf } from "../support/text-patterns.ts";
import { speaker } from "../support/texts.ts";
import { OUT_WITHIN_MS, timeUntilShown } from "../support/time-until-shown.ts";

// Journeys that are held to seconds: they have the machine to themselves, before the others begin.

const { accounts, fleet, ownLogger, url } = readE2eServer();
const own = fleet.sites.find((site) => site.serial === ownLogger.serial);
const demo = fleet.sites.find((site) => site.group === "demo");
if (own === undefined || demo === undefined) throw new Error("the fleet has other sites");

const english = speaker("en");
const pattern = patternsOf("en");
const LOAD = "FFFF000120";

const chip = (page: Page) => page.locator("[data-connection]");

test("a value changes within two seconds of opening a site", async ({ page }) => {
  const logger = openLogger({ url, ...ownLogger });
  const sample = logger.device.sample.bind(logger.device);
  // The load of a house can stand still for seconds. This one never does.
  logger.device.sample = (at) => ({
    ...sample(at),
    [LOAD]: 1_000 + (Math.floor(at / 1_000) % 1_000),
  });
  await logger.ready(20_000);
  await signIn(page, accounts.owner);
  const opening = await measure(async () => {
    const opened = Date.now();
    await openSite(page, own.name);
    return (await firstChange(page)) - opened;
  });
  logger.stop();
  expectWithin(opening, 2_000);
});

/** When the picture of a live site first shows something else, shown by the page itself: polling would blur it. */
function firstChange(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => document.querySelector("[data-look=current]")?.textContent;
        let before = look();
        new MutationObserver((_, observer) => {
          const now = look();
          if (now === before) return;
          if (before !== undefined && now !== undefined) {
            observer.disconnect();
            resolve(Date.now());
          }
          before = now;
        }).observe(document, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
      }),
  );
}

test("the page reports a disconnected logger, and its return", async ({ page }) => {
  const first = new LoggerProcess({ url, ...ownLogger });
  await first.connected();
  await signIn(page, accounts.owner);
  await openSite(page, own.name);
  await expect(chip(page)).toHaveText(english("site:connection.live"));
  first.kill();
  await expect(chip(page)).toContainText(new RegExp(pattern("site:connection.noLogger")), {
    timeout: 5_000,
  });
  const second = new LoggerProcess({ url, ...ownLogger });
  await second.connected();
  await expect(chip(page)).toHaveText(english("site:connection.live"), { timeout: 15_000 });
  second.kill();
});

test("a viewer of a link is disconnected within two seconds of its end, wide in English and narrow in Arabic", async ({
  page,
  browser,
}) => {
  await signIn(page, accounts.owner);
  await openSite(page, demo.name);
  await awaitAlive(page);
  await page.getByRole("link", { name: english("common:navigation.share"), exact: true }).click();
  const enable = page.getByRole("checkbox", { name: english("share:dialog.enable") });
  const link = page.getByLabel(english("share:dialog.link"), { exact: true });
  const end = { page, act: () => enable.click() };
  for (const [language, width] of [["en", 1440] as const, ["ar", 390] as const]) {
    const say = speaker(language);
    await enable.click();
    await expect(link).toHaveValue(/share/);
    const viewport = { width, height: 900 };
    const elsewhere = await browser.newContext({ locale: formatTag(language), viewport });
    const viewer = await elsewhere.newPage();
    await viewer.goto(await link.inputValue());
    await expect(chip(viewer)).toHaveText(say("site:connection.live"));
    const shown = { page: viewer, heading: say("share:invalidLink.title") };
    expectWithin(await measure(() => timeUntilShown(end, shown)), OUT_WITHIN_MS);
    await elsewhere.close();
    await expect(page.getByText(english("share:dialog.ended"))).toBeVisible();
  }
});

test("a watching member is disconnected within two seconds of being removed", async ({
  page,
  browser,
}) => {
  const elsewhere = await browser.newContext({
    extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.51" },
  });
  const guest = await elsewhere.newPage();
  const account = await makeAccount(guest, "Guest");
  await signIn(page, accounts.owner);
  await signIn(guest, { account, password });
  const { id } = await callApi<{ id: number }>(page, "/site/v2/getSiteBySN", { sn: demo.serial });
  await callApi(page, "/site/v2/user/invite", { id, email: account });
  const { list } = await callApi<{ list: { id: number }[] }>(guest, "/site/v2/user/invitations");
  await callApi(guest, "/site/v2/user/accept", { id: list[0]?.id });
  await guest.reload();
  const opened = guest.waitForEvent("websocket");
  await openSite(guest, demo.name);
  await expect(chip(guest)).toHaveText(english("site:connection.live"));
  const socket = await opened;

  await openSite(page, demo.name);
  await page.getByRole("link", { name: english("common:navigation.management") }).click();
  await page
    .getByRole("button", { name: english("management:removeOne", { name: "Guest" }) })
    .click();
  const submit = english("management:removal.submit");
  const confirm = page.getByRole("alertdialog").getByRole("button", { name: submit });
  await expect(confirm).toBeVisible();
  const removal = { page, act: () => confirm.click() };
  const heading = english("site:ended.accessEnded.title");
  const ended = await measure(() => timeUntilShown(removal, { page: guest, heading }));
  expectWithin(ended, OUT_WITHIN_MS);
  expect(socket.isClosed()).toBe(true);
  await elsewhere.close();
});

/** Asks as a page does, by the session in its cookie. */
async function callApi<T>(page: Page, path: string, data: object = {}): Promise<T> {
  const headers = { Origin: new URL(url).origin };
  const answer = await page.request.post(`/api${path}`, { data, headers });
  expect(answer.status(), path).toBe(200);
  return (await answer.json()).data;
}
