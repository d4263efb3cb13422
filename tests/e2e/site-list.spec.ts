import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { LIST_CELL } from "../support/list-cells.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
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
  await page.getByRole("searchbox").fill(wanted.slice(0, 4).toUpperCase());
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

test("filters and order are chosen in a panel, stand in the address and survive a reload", async ({
  page,
}) => {
  const complaints = watchPage(page);
  await signIn(page, accounts.owner);
  await awaitAlive(page);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Country").selectOption({ label: "Portugal (1)" });
  await expect(page).toHaveURL("/sitelist?country=PT");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByLabel("Order").selectOption({ label: "Worst first" });
  await page.getByRole("checkbox", { name: /^Normal/ }).check();
  await page.getByRole("checkbox", { name: /^Offline/ }).check();
  await expect(page).toHaveURL("/sitelist?status=offline%2Cnormal&country=PT&sort=status");
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Status" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await page.getByRole("link", { name: "Remove the filter Portugal" }).click();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/sitelist?sort=status");
  await expect(page.getByRole("row")).toHaveCount(names.length + 2);
  expect(complaints).toEqual([]);
});

test("columns are chosen and ordered by the keyboard, and are there the next time", async ({
  page,
}) => {
  const complaints = watchPage(page);
  await signIn(page, accounts.owner);
  await awaitAlive(page);
  const heads = () => page.getByRole("columnheader").allTextContents();
  await page.getByRole("button", { name: "Columns" }).press("Enter");
  await page.getByRole("checkbox", { name: "Alarm" }).press("Space");
  await page.getByRole("checkbox", { name: "Role" }).press("Space");
  await expect.poll(heads).toEqual(["Status", "Name", "Battery", "Solar now", "Figures", "Role"]);
  const forward = page.getByRole("button", { name: "Move Role forward" });
  await forward.press("Enter");
  await expect.poll(heads).toEqual(["Status", "Name", "Battery", "Solar now", "Role", "Figures"]);
  await expect(forward).toBeFocused();
  await expect(page).toHaveURL(
    "/sitelist?cols=status%2Cname%2CbatterySoc%2Csolar%2Crole%2Cfigures",
  );
  expect(await findBarriers(page)).toEqual([]);
  await page.goto("/sitelist");
  await awaitAlive(page);
  await expect.poll(heads).toEqual(["Status", "Name", "Battery", "Solar now", "Role", "Figures"]);
  await expect(page.getByRole("cell", { name: "Administrator" }).first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Usual columns" }).click();
  await expect(page.locator(LIST_CELL.figures).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test("the search view finds by a big field and by what a click picks", async ({ page }) => {
  await signIn(page, accounts.owner);
  await awaitAlive(page);
  await page.getByRole("link", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL("/sitelist?view=search");
  await page.getByRole("link", { name: /^Portugal/ }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox").fill(wanted.slice(0, 4));
  await expect(page).toHaveURL(/view=search&q=\w+&country=PT$/);
  await expect(page.getByRole("link", { name: wanted, exact: true })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});

test("the list as it is filtered is downloaded as a table; the demo account has none", async ({
  page,
}) => {
  await signIn(page, accounts.owner);
  await page.goto("/sitelist?country=PT");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const file = await (await download).path();
  const [head = "", ...lines] = readFileSync(file, "utf8").trimEnd().split("\r\n");
  expect(head).toMatch(/^\uFEFF"Name","Serial number","Status",/);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(wanted);
  await page.context().clearCookies();
  await signIn(page, accounts.demo);
  await expect(page.getByRole("link", { name: "Download" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Add an installation" })).toBeHidden();
  const refused = await page.request.get("/sitelist/download", { maxRedirects: 0 });
  expect(refused.status()).toBe(302);
});

test("sites are selected for their administrators", async ({ page }) => {
  const complaints = watchPage(page);
  await signIn(page, accounts.owner);
  await awaitAlive(page);
  await page.getByRole("link", { name: "Set administrators" }).click();
  await page.getByRole("checkbox", { name: `Select ${wanted}` }).check();
  await expect(page.getByText("1 installation selected")).toBeVisible();
  await page.getByRole("button", { name: "Select this page" }).click();
  await expect(page.getByText(`${names.length + 1} installations selected`)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Set administrators" }).click();
  await expect(page.getByRole("dialog").getByLabel("E-mail addresses")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Done" }).click();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("whoever owns none of their sites is not offered to select them", async ({ page }) => {
  await signIn(page, accounts.monitor);
  await awaitAlive(page);
  await expect(page.getByRole("link", { name: "Download" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Set administrators" })).toHaveCount(0);
});

test("several sites get one tag, and lose it", async ({ page }) => {
  const complaints = watchPage(page);
  await signIn(page, accounts.fleet);
  await page.goto("/sitelist?pick=sites&cols=name,tags");
  await awaitAlive(page);
  const boxes = page.locator("tbody").getByRole("checkbox");
  for (const place of [0, 1, 2]) await boxes.nth(place).check();
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Tag" });
  const field = dialog.getByLabel("Tag", { exact: true });
  const isGiven = (times: number) =>
    expect(page.locator("tbody").getByText("spring-visit", { exact: true })).toHaveCount(times);
  await field.fill("spring visit");
  await field.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  await field.fill("spring-visit");
  await field.press("Enter");
  await expect(dialog.getByText("Done on 3 installations.")).toBeVisible();
  await isGiven(3);
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Take it away" }).press("Enter");
  await isGiven(0);
  expect(complaints).toEqual([]);
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
