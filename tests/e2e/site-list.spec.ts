import { expect, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { LIST_CELL } from "../support/list-cells.ts";
import { overflowOf, watchPage } from "../support/page-watch.ts";
import { signIn } from "../support/sign-in.ts";

const { accounts, fleet } = readE2eServer();
const names = fleet.sites.filter((site) => site.group === "demo").map((site) => site.name);
const [wanted] = names;
if (wanted === undefined) throw new Error("the fleet has no demo site");

test("the list shows every site of the person with its status, charge, power and age", async ({
  page,
}) => {
  const complaints = watchPage(page);
  await signIn(page, accounts.owner);
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(names.length + 2); // the head, and the site of one's own logger
  const row = rows.filter({ has: page.getByRole("link", { name: wanted, exact: true }) });
  await expect(row.locator(LIST_CELL.status)).toHaveText(
    /^(Normal|Warning|Fault|Offline|Standby|Off)$/,
  );
  await expect(row.locator(LIST_CELL.solar)).toHaveText(/^(—|[\d.,]+ [kM]?W)\s*$/);
  await expect(row.locator(LIST_CELL.figures)).toHaveText(
    /as of .+|offline, .+|no (figures|logger) yet/,
  );
  expect(complaints).toEqual([]);
});

test("typing searches, and nothing found is said", async ({ page }) => {
  await signIn(page, accounts.owner);
  await page.getByRole("searchbox").fill(wanted.slice(1, 6).toUpperCase());
  await expect(page).toHaveURL(/\?q=/);
  await expect(page.getByRole("link", { name: wanted, exact: true })).toBeVisible();
  await page.getByRole("searchbox").fill("zzz no such site");
  await expect(page.getByText("No site matches “zzz no such site”")).toBeVisible();
  await page.getByRole("link", { name: "Show all sites" }).click();
  await expect(page.getByRole("link", { name: wanted, exact: true })).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("");
});

test("a column sorts one way, then the other", async ({ page }) => {
  await signIn(page, accounts.owner);
  const head = page.getByRole("columnheader", { name: "Name" });
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  const listed = () => page.locator(LIST_CELL.name).allTextContents();
  const ascending = await listed();
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expect.poll(listed).toEqual(ascending.toReversed());
});

test("a row leads to the site by a sealed key, with the keyboard too", async ({ page }) => {
  await signIn(page, accounts.owner);
  await page.getByRole("link", { name: wanted, exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/realtime\?key=k_[\w-]+&role=[\w-]+$/);
  await expect(page).toHaveTitle(`${wanted} · Helioport`);
});

test("a site that is not one's own leads back to the list, which says why", async ({ page }) => {
  await signIn(page, accounts.owner);
  await page.goto("/realtime?key=k_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
  await expect(page).toHaveURL(/\/sitelist\?notice=notYours$/);
  await expect(page.getByText("That site is not open to you")).toBeVisible();
});

test("on a phone the rows are cards within the window, and the menu is a drawer", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, accounts.owner);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await expect(page.locator(LIST_CELL.name).first()).toBeVisible();
  await page.getByRole("button", { name: "Open the menu" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("link", { name: "My installations" }).click();
  await expect(drawer).toBeHidden();
});

test("an address beyond the last page leads to the last page", async ({ page }) => {
  await signIn(page, accounts.owner);
  await page.goto("/sitelist?sort=solar&page=9");
  await expect(page).toHaveURL(/\/sitelist\?sort=solar$/);
  await expect(page.getByRole("link", { name: wanted, exact: true })).toBeVisible();
  await page.goto("/sitelist?q=zzz&page=9");
  await expect(page).toHaveURL(/\/sitelist\?q=zzz$/);
  await page.goto("/news?page=9");
  await expect(page).toHaveURL(/\/news$/);
  await expect(page.getByRole("heading", { name: "Six languages" })).toBeVisible();
});
