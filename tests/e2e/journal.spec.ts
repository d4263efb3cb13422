import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { verifyExport } from "#domain/journal/verify-export.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const { accounts, url } = readE2eServer();
const SITE = "Nordlys hytte";

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.61" } });

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
const PHONE = { width: 390, height: 844 };

async function openJournal(page: Page): Promise<void> {
  await page.getByRole("link", { name: say("common:navigation.journal") }).click();
  await expect(page.getByRole("heading", { name: say("journal:title"), level: 2 })).toBeVisible();
  await awaitAlive(page);
}

/** The row of the newest entry with this title. */
const entry = (page: Page, title: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByText(title, { exact: true }) })
    .first();

test("what happens at a site and who changes what is listed, filtered, exported and verified", async ({
  page,
}) => {
  const problems = watchPage(page);
  await signIn(page, accounts.owner);
  await openSite(page, SITE);
  const siteKey = new URL(page.url()).searchParams.get("key");
  const tagged = await page.request.post(`/api/site/v2/tag/add`, {
    headers: { Origin: new URL(url).origin },
    data: { siteKey, name: "fjord" },
  });
  expect(tagged.status()).toBe(200);
  await openJournal(page);
  const added = entry(page, say("journal:events.site.tagAdded"));
  await expect(added).toContainText("fjord");
  await expect(entry(page, say("journal:events.logger.online"))).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  // Filters are in the address, and a search that finds nothing says so.
  await page.getByLabel(say("journal:filter.kind")).selectOption("site");
  await page.getByRole("button", { name: say("common:filters.apply") }).click();
  await page.waitForURL("**kind=site**");
  await expect(entry(page, say("journal:events.logger.online"))).toBeHidden();
  await expect(added).toBeVisible();
  await page.getByLabel(say("common:filters.search")).fill("no such entry");
  await page.getByLabel(say("common:filters.search")).press("Enter");
  await expect(page.getByText(say("journal:emptyFiltered"))).toBeVisible();
  await page.getByRole("link", { name: say("common:filters.reset") }).click();
  await expect(added).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: say("journal:export.action") }).click();
  const file = await (await download).path();
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(verifyExport(lines, sha256)).toMatchObject({ isValid: true });
  await expect(page.getByText(say("journal:export.done"))).toBeVisible();
  await expect(entry(page, say("journal:events.export.journal"))).toBeVisible();

  await page.setViewportSize(PHONE);
  expect(await overflowOf(page)).toBe(0);
  await expect(added).toBeVisible();
  expect(problems).toEqual([]);
});
