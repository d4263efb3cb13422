import { expect, type Page, test } from "@playwright/test";
import { type Logger, openLogger } from "../clean-room/logger-client.mjs";
import { confirmIdentity } from "../support/confirm-identity.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { spareSitesOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const { accounts, url } = readE2eServer();
const sites = spareSitesOf("switching-limit");
const last = sites.at(-1);
if (last === undefined) throw new Error("the fleet has too few spare sites");

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.47" } });

let loggers: Logger[] = [];

test.beforeEach(async () => {
  loggers = sites.map(({ serial, secret }) => openLogger({ url, serial, secret, waitScale: 0.05 }));
  await Promise.all(loggers.map((logger) => logger.ready(20_000)));
});

test.afterEach(() => Promise.all(loggers.map((logger) => logger.stop())));

async function open(page: Page, name: string): Promise<void> {
  await page.goto(`/sitelist?q=${encodeURIComponent(name)}`);
  await awaitAlive(page);
  await openSite(page, name);
  await expect(page.locator("[data-connection]")).toHaveText(say("site:connection.live"));
}

async function switchOff(page: Page): Promise<void> {
  await page.getByRole("button", { name: say("realtime:control.switchOff") }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: say("realtime:control.dialog.confirmOff") }).click();
  await expect(question).toHaveCount(0);
}

test("switching at one site more than the limit asks for the password, then switches", async ({
  page,
}) => {
  const progressMayLoad = Promise.withResolvers<void>();
  await page.route(/\/assets\/command-progress-/, async (route) => {
    await progressMayLoad.promise;
    await route.continue();
  });
  await signIn(page, accounts.fleet);
  for (const [index, { name }] of sites.slice(0, -1).entries()) {
    await open(page, name);
    await switchOff(page);
    if (index === 0) {
      // The first command ends before the part that shows its progress is loaded.
      await expect(page.locator("[data-inverters=off]")).toBeVisible();
      progressMayLoad.resolve();
    }
    await expect(page.locator("[data-command-progress]")).toBeVisible();
  }
  await open(page, last.name);
  await switchOff(page);
  const dialog = page.getByRole("dialog", { name: say("common:identity.title") });
  await expect(dialog.getByLabel(say("common:identity.password"))).toBeFocused();
  await expect(dialog.getByText(say("realtime:control.dialog.limit"))).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await confirmIdentity(page, "not my password");
  await expect(dialog.getByText(say("problems:wrongPassword"))).toBeVisible();
  await confirmIdentity(page, accounts.fleet.password);
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("[data-command-progress]")).toBeVisible();
});
