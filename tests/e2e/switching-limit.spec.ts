import { expect, type Page, test } from "@playwright/test";
import { type Logger, openLogger } from "../clean-room/logger-client.mjs";
import { confirmIdentity } from "../support/confirm-identity.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const { url } = readE2eServer();
const sites = spareSitesOf("switching-limit");
if (sites.length === 0) throw new Error("the fleet has too few spare sites");

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
  context,
  page: first,
}) => {
  await signIn(first, accountOf("switching-limit"));
  // All sites are open before the first is switched, because the limit counts the sites of one minute.
  const pages = [first];
  while (pages.length < sites.length) pages.push(await context.newPage());
  for (const [index, page] of pages.entries()) await open(page, sites[index]?.name ?? "");
  const progressMayLoad = Promise.withResolvers<void>();
  await first.route(/\/assets\/command-progress-/, async (route) => {
    await progressMayLoad.promise;
    await route.continue();
  });
  let asking: Page | null = null;
  for (const page of pages) {
    await switchOff(page);
    if (page === first) {
      // The command ends before the part that shows its progress, or asks for the password, is loaded.
      await offOf(page)
        .waitFor({ timeout: 15_000 })
        .catch(() => {});
      progressMayLoad.resolve();
    }
    await expect(offOf(page).or(dialogOf(page))).toBeVisible();
    // Other journeys change sites with the same account, so that the limit may be reached before the last site.
    if (await dialogOf(page).isVisible()) asking = page;
    else await expect(progressOf(page)).toBeVisible();
    if (asking !== null) break;
  }
  if (asking === null) throw new Error("the password was not asked for");
  const dialog = dialogOf(asking);
  await expect(dialog.getByLabel(say("common:identity.password"))).toBeFocused();
  await expect(dialog.getByText(say("realtime:control.dialog.limit"))).toBeVisible();
  expect(await findBarriers(asking)).toEqual([]);
  await confirmIdentity(asking, "not my password");
  await expect(dialog.getByText(say("problems:wrongPassword"))).toBeVisible();
  await confirmIdentity(asking, accountOf("switching-limit").password);
  await expect(dialog).toHaveCount(0);
  await expect(progressOf(asking)).toBeVisible();
});

const offOf = (page: Page) => page.locator("[data-inverters=off]");
const progressOf = (page: Page) => page.locator("[data-command-progress]");
const dialogOf = (page: Page) => page.getByRole("dialog", { name: say("common:identity.title") });
