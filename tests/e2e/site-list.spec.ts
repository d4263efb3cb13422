import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { LISTED_STATUSES, type ListedStatus } from "#domain/sites/site-list.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { LIST_CELL } from "../support/list-cells.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { signIn } from "../support/sign-in.ts";
import { accountOf } from "../support/spare-sites.ts";
import { ANY_DIGITS, ANY_TEXT, patternOf, speaker } from "../support/texts.ts";

const say = speaker("en");
const { accounts, fleet } = readE2eServer();
const names = fleet.sites.filter((site) => site.group === "demo").map((site) => site.name);
const [wanted] = names;
if (wanted === undefined) throw new Error("the fleet has no demo site");

const statusBox = (page: Page, status: ListedStatus) => {
  const name = say(`common:siteStatus.${status}`);
  const label = patternOf(say("listtools:filter.option", { name, sites: ANY_DIGITS }));
  return page.getByRole("checkbox", { name: label });
};

test("the list shows every site of the user with its status, charge, power and age", async ({
  page,
}) => {
  const complaints = watchPage(page);
  await signIn(page, accounts.owner);
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(names.length + 2); // the head, and the site of one's own logger
  const row = rows.filter({ has: page.getByRole("link", { name: wanted, exact: true }) });
  const statuses = LISTED_STATUSES.map((status) => say(`common:siteStatus.${status}`));
  await expect(row.locator(LIST_CELL.status)).toHaveText(patternOf(...statuses));
  await expect(row.locator(LIST_CELL.solar)).toHaveText(/^(—|[\d.,]+ [kM]?W)\s*$/);
  await expect(row.locator(LIST_CELL.metricsAt)).toHaveText(
    patternOf(
      say("sitelist:asOf", { time: ANY_TEXT }),
      say("sitelist:offlineSince", { time: ANY_TEXT }),
      say("sitelist:noData"),
      say("sitelist:neverConnected"),
    ),
  );
  expect(complaints).toEqual([]);
});

test("typing searches, and an empty result is reported", async ({ page }) => {
  await signIn(page, accounts.owner);
  await page.getByRole("searchbox").fill(wanted.slice(0, 4).toUpperCase());
  await expect(page).toHaveURL(/\?q=/);
  await expect(page.getByRole("link", { name: wanted, exact: true })).toBeVisible();
  await page.getByRole("searchbox").fill("zzz no such site");
  await expect(
    page.getByText(say("sitelist:empty.search.title", { search: "zzz no such site" })),
  ).toBeVisible();
  await page.getByRole("link", { name: say("sitelist:empty.showAll") }).click();
  await expect(page.getByRole("link", { name: wanted, exact: true })).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("");
});

test("the list is as it was shown last when the user returns by breadcrumb, sidebar or /back, until it is cleared", async ({
  page,
}) => {
  const complaints = watchPage(page);
  await signIn(page, accounts.owner);
  const search = wanted.slice(0, 4);
  const shown = new RegExp(`/sitelist\\?q=${search}&sort=solar$`);
  const sidebar = page.locator("aside");
  const leave = async () => {
    await page.getByRole("link", { name: wanted, exact: true }).click();
    await page.waitForURL("**/realtime?*");
  };
  const isKept = async () => {
    await expect(page).toHaveURL(shown);
    await expect(page.getByRole("searchbox")).toHaveValue(search);
  };
  await page.goto(`/sitelist?q=${search}&sort=solar`);
  await awaitAlive(page);
  await leave();
  const crumbs = page.getByRole("navigation", { name: say("common:navigation.breadcrumbs") });
  await crumbs.getByRole("link", { name: say("common:navigation.siteList") }).click();
  await isKept();
  await leave();
  await sidebar.getByRole("link", { name: say("common:navigation.back") }).click();
  await isKept();
  await sidebar.getByRole("link", { name: say("common:navigation.user") }).click();
  await page.waitForURL("**/user");
  await sidebar.getByRole("link", { name: say("common:navigation.siteList") }).click();
  await isKept();
  await page.goto("/back");
  await isKept();

  // A link with a query of its own wins, and the plain list clears what was kept.
  await page.goto("/sitelist?status=off");
  await awaitAlive(page);
  await page.goto("/back");
  await expect(page).toHaveURL(/\/sitelist\?status=off$/);
  await awaitAlive(page);
  await sidebar.getByRole("link", { name: say("common:navigation.siteList") }).click();
  await expect(page).toHaveURL(/\/sitelist$/);
  await expect(page.getByRole("link", { name: wanted, exact: true })).toBeVisible();
  await page.goto("/back");
  await expect(page).toHaveURL(/\/sitelist$/);

  // The next user of the browser does not get it.
  await page.goto(`/sitelist?q=${search}`);
  await awaitAlive(page);
  await signIn(page, accounts.owner);
  await page.goto("/back");
  await expect(page).toHaveURL(/\/sitelist$/);
  expect(complaints).toEqual([]);
});

test("a column sorts one way, then the other", async ({ page }) => {
  await signIn(page, accounts.owner);
  const head = page.getByRole("columnheader", { name: say("sitelist:columns.name") });
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  const listed = () => page.locator(LIST_CELL.name).allTextContents();
  const ascending = await listed();
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expect.poll(listed).toEqual(ascending.toReversed());
});

test("filters and order are chosen in a panel, stored in the address and survive a reload", async ({
  page,
}) => {
  const complaints = watchPage(page);
  await signIn(page, accounts.owner);
  await awaitAlive(page);
  await page.getByRole("button", { name: say("listtools:filter.open"), exact: true }).click();
  const portugal = say("listtools:filter.option", { name: "Portugal", sites: 1 });
  await page.getByLabel(say("listtools:filter.country")).selectOption({ label: portugal });
  await expect(page).toHaveURL("/sitelist?country=PT");
  await expect(page.getByRole("row")).toHaveCount(2);
  const worst = say("listtools:orders.worst");
  await page.getByLabel(say("listtools:filter.order")).selectOption({ label: worst });
  await statusBox(page, "normal").check();
  await statusBox(page, "stopped").check();
  await expect(page).toHaveURL("/sitelist?status=stopped%2Cnormal&country=PT&sort=status");
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  const status = page.getByRole("columnheader", { name: say("sitelist:columns.status") });
  await expect(status).toHaveAttribute("aria-sort", "ascending");
  await page
    .getByRole("link", { name: say("listtools:filter.remove", { filter: "Portugal" }) })
    .click();
  await page.getByRole("link", { name: say("listtools:filter.clear") }).click();
  await expect(page).toHaveURL("/sitelist?sort=status");
  await expect(page.getByRole("row")).toHaveCount(names.length + 2);
  expect(complaints).toEqual([]);
});

test("boxes ticked faster than the list updates stay ticked", async ({ page }) => {
  await signIn(page, accounts.owner);
  await awaitAlive(page);
  await page.getByRole("button", { name: say("listtools:filter.open"), exact: true }).click();
  await expect(statusBox(page, "stopped")).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  const reverted = await page
    .getByRole("group", { name: say("listtools:filter.label") })
    .evaluate(async (panel) => {
      const boxes = [...panel.querySelectorAll<HTMLInputElement>("[type=checkbox]")];
      const ticked = new Set<HTMLInputElement>();
      let found = 0;
      const frames = (ms: number) =>
        new Promise<void>((resolve) => {
          const end = performance.now() + ms;
          const look = () => {
            found += [...ticked].filter((box) => !box.checked).length;
            if (performance.now() < end) requestAnimationFrame(look);
            else resolve();
          };
          requestAnimationFrame(look);
        });
      for (const box of boxes) {
        box.click();
        ticked.add(box);
        await frames(150);
      }
      await frames(1_000);
      return found;
    });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  expect(reverted).toBe(0);
  await expect(page).toHaveURL(/status=[a-z]+(%2C[a-z]+)+/);
});

test("columns are chosen and ordered by keyboard, and kept for the next visit", async ({
  page,
}) => {
  const complaints = watchPage(page);
  await signIn(page, accounts.owner);
  await awaitAlive(page);
  const heads = () => page.getByRole("columnheader").allTextContents();
  const role = say("listtools:columns.role");
  const metricsAt = say("sitelist:columns.metricsAt");
  const others = ["status", "name", "batterySoc", "solar"].map((one) =>
    say(`sitelist:columns.${one}`),
  );
  await page.getByRole("button", { name: say("listtools:columnTools.open") }).press("Enter");
  await page.getByRole("checkbox", { name: say("sitelist:columns.alarm") }).press("Space");
  await page.getByRole("checkbox", { name: role }).press("Space");
  await expect.poll(heads).toEqual([...others, metricsAt, role]);
  const forward = page.getByRole("button", {
    name: say("listtools:columnTools.up", { column: role }),
  });
  await forward.press("Enter");
  await expect.poll(heads).toEqual([...others, role, metricsAt]);
  await expect(forward).toBeFocused();
  await expect(page).toHaveURL(
    "/sitelist?cols=status%2Cname%2CbatterySoc%2Csolar%2Crole%2CmetricsAt",
  );
  expect(await findBarriers(page)).toEqual([]);
  await page.goto("/sitelist");
  await awaitAlive(page);
  await expect.poll(heads).toEqual([...others, role, metricsAt]);
  await expect(
    page.getByRole("cell", { name: say("listtools:roles.administrator") }).first(),
  ).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: say("listtools:columnTools.open") }).click();
  await page.getByRole("button", { name: say("listtools:columnTools.reset") }).click();
  await expect(page.locator(LIST_CELL.metricsAt).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test("the search view finds sites by text and by the filters of its buttons", async ({ page }) => {
  await signIn(page, accounts.owner);
  await awaitAlive(page);
  await page.getByRole("link", { name: say("listtools:views.search"), exact: true }).click();
  await expect(page).toHaveURL("/sitelist?view=search");
  await page.getByRole("link", { name: /^Portugal/ }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox").fill(wanted.slice(0, 4));
  await expect(page).toHaveURL(/view=search&q=\w+&country=PT$/);
  await expect(page.getByRole("link", { name: wanted, exact: true })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});

test("the filtered list is downloaded as a table; the demo account cannot", async ({ page }) => {
  await signIn(page, accounts.owner);
  await page.goto("/sitelist?country=PT");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: say("listtools:download") }).click();
  const file = await (await download).path();
  const [head = "", ...lines] = readFileSync(file, "utf8").trimEnd().split("\r\n");
  const first = ["sitelist:columns.name", "listtools:csv.serial", "sitelist:columns.status"];
  const columns = first.map((key) => `"${say(key)}",`).join("");
  expect(head.slice(0, columns.length + 1)).toBe(`\uFEFF${columns}`);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(wanted);
  await page.context().clearCookies();
  await signIn(page, accounts.demo);
  await expect(page.getByRole("link", { name: say("listtools:download") })).toBeHidden();
  await expect(page.getByRole("link", { name: say("listtools:add") })).toBeHidden();
  const refused = await page.request.get("/sitelist/download", { maxRedirects: 0 });
  expect(refused.status()).toBe(302);
});

test("administrators can select their sites", async ({ page }) => {
  const complaints = watchPage(page);
  await signIn(page, accounts.owner);
  await awaitAlive(page);
  await page.getByRole("link", { name: say("listtools:selection.start") }).click();
  await page
    .getByRole("checkbox", { name: say("listtools:selection.one", { name: wanted }) })
    .check();
  await expect(page.getByText(say("listtools:selection.count", { count: 1 }))).toBeVisible();
  await page.getByRole("button", { name: say("listtools:selection.page") }).click();
  await expect(
    page.getByText(say("listtools:selection.count", { count: names.length + 1 })),
  ).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: say("listtools:selection.set") }).click();
  await expect(
    page.getByRole("dialog").getByLabel(say("management:administrators.emails")),
  ).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: say("listtools:selection.done") }).click();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a user who owns no site cannot select sites", async ({ page }) => {
  await signIn(page, accounts.monitor);
  await awaitAlive(page);
  await expect(page.getByRole("link", { name: say("listtools:download") })).toBeVisible();
  await expect(page.getByRole("link", { name: say("listtools:selection.start") })).toHaveCount(0);
});

test("several sites get one tag, and lose it", async ({ page }) => {
  const complaints = watchPage(page);
  await signIn(page, accountOf("site-list"));
  await page.goto("/sitelist?pick=sites&cols=name,tags");
  await awaitAlive(page);
  const boxes = page.locator("tbody").getByRole("checkbox");
  for (const place of [0, 1, 2]) await boxes.nth(place).check();
  await page.getByRole("button", { name: say("listtools:selection.tag"), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: say("listtools:selection.tag") });
  const field = dialog.getByLabel(say("listtools:filter.tag"), { exact: true });
  const isGiven = (times: number) =>
    expect(page.locator("tbody").getByText("spring-visit", { exact: true })).toHaveCount(times);
  await field.fill("spring visit");
  await field.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  await field.fill("spring-visit");
  await field.press("Enter");
  await expect(dialog.getByText(say("listtools:selection.tagged", { count: 3 }))).toBeVisible();
  await isGiven(3);
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: say("listtools:selection.untag") }).press("Enter");
  await isGiven(0);
  expect(complaints).toEqual([]);
});

test("a row leads to the site by a sealed key, with the keyboard too", async ({ page }) => {
  await signIn(page, accounts.owner);
  await page.getByRole("link", { name: wanted, exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/realtime\?key=k_[\w-]+&role=[\w-]+$/);
  await expect(page).toHaveTitle(say("common:title", { page: wanted }));
});

test("another user's site leads back to the list, which gives the reason", async ({ page }) => {
  await signIn(page, accounts.owner);
  await page.goto("/realtime?key=k_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
  await expect(page).toHaveURL(/\/sitelist\?notice=notYours$/);
  await expect(page.getByText(say("sitelist:notYours"))).toBeVisible();
});

test("on a phone the rows are cards within the window, and the menu is a drawer", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, accounts.owner);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await expect(page.locator(LIST_CELL.name).first()).toBeVisible();
  await page.getByRole("button", { name: say("common:navigation.open") }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("link", { name: say("common:navigation.siteList") }).click();
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
