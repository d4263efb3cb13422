import { expect, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, watchPage } from "../support/page-watch.ts";
import { signIn } from "../support/sign-in.ts";
import { patternsOf } from "../support/text-patterns.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const pattern = patternsOf("en");
const { accounts, url } = readE2eServer();

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.44" } });

const UNREAD = ["one", "other"].map((plural) => pattern(`common:navigation.unread_${plural}`));
const news = (page: Page) =>
  page
    .getByRole("navigation", { name: say("common:navigation.label") })
    .getByText(new RegExp(`(${UNREAD.join("|")})$`));
const unread = (count: number) => say("common:navigation.unread_other", { count });

test("opened news is marked as read, also without scripts, and the badge counts the unread ones", async ({
  page,
  browser,
}) => {
  const complaints = watchPage(page);
  await signIn(page, accounts.fleet);
  const item = page.getByRole("link", { name: `${say("common:navigation.news")} ${unread(3)}` });
  await item.click();
  await page.waitForURL("**/news");
  await expect(page.getByText(say("news:unread"), { exact: true })).toHaveCount(3);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Six languages" }).click();
  await page.waitForURL("**/news/*");
  await expect(page.getByRole("heading", { name: "Six languages" })).toBeVisible();
  await expect(news(page)).toHaveText(unread(2));
  expect(await findBarriers(page)).toEqual([]);

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    baseURL: url,
  });
  const still = await plain.newPage();
  await still.goto("/news");
  await still.getByRole("button", { name: "Connect a logger of your own" }).click();
  await expect(still.getByRole("heading", { level: 1 })).toHaveText("Connect a logger of your own");
  await expect(still.getByRole("button", { name: say("news:read") })).toHaveCount(0);
  await still.getByRole("link", { name: say("news:back") }).click();
  await still.getByRole("button", { name: say("news:readAll") }).click();
  await expect(still.getByRole("link", { name: "Six languages" })).toBeVisible();
  await expect(news(still)).toHaveCount(0);
  await plain.close();

  await page.goto("/news/987654");
  await awaitAlive(page);
  await expect(page.getByText("404")).toBeVisible();
  expect(complaints).toEqual([]);
});
