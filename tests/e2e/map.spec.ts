import { expect, type Page, test } from "@playwright/test";
import { siteStatus } from "#domain/sites/site-status.ts";
import { DEMO_SITES } from "#tools/demo/sites-data.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { signIn } from "../support/sign-in.ts";
import { accountOf, spareSiteOf } from "../support/spare-sites.ts";
import { patternsOf } from "../support/text-patterns.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const pattern = patternsOf("en");
const { accounts } = readE2eServer();
const spare = spareSiteOf("map");

const READY = ".map[data-state=ready]";
const STATUSES = siteStatus.options.map((status) => pattern(`common:siteStatus.${status}`));
const clusterName = pattern("map:sites.cluster_other", {
  count: /\d+/,
  status: new RegExp(STATUSES.join("|")),
});

const corner = (number: number) => say("place:fence.corner", { number });

/** No host but the portal's own answers: tiles do not come. */
async function cutOff(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(
    (url) => url.hostname !== "localhost",
    (route) => {
      asked.push(new URL(route.request().url()).hostname);
      return route.abort();
    },
  );
  return asked;
}

/** The location page of a spare site, whose location no other test reads. */
async function openPlace(page: Page): Promise<void> {
  await signIn(page, accountOf("map"));
  await page.goto(`/sitelist?q=${encodeURIComponent(spare.name)}`);
  const link = page.getByRole("link", { name: spare.name, exact: true });
  const address = (await link.getAttribute("href")) ?? "";
  await page.goto(address.replace("/realtime", "/settings/place"));
  await awaitAlive(page);
  await expect(page.locator(READY)).toHaveCount(2);
}

test("without network the map has countries, clusters open, and a site's card leads to it", async ({
  page,
}) => {
  const complaints = watchPage(page);
  const asked = await cutOff(page);
  await signIn(page, accounts.owner);
  await page.goto("/sitelist?view=map");
  await page.locator(READY).waitFor();
  await expect(page.getByText(say("map:outlines"))).toBeVisible();
  await expect(page.locator(".leaflet-outlines-pane canvas").first()).toBeVisible();
  const cluster = page.locator(".map-cluster").first();
  await expect(cluster).toHaveAccessibleName(new RegExp(`^${clusterName}$`));
  expect(await findBarriers(page)).toEqual([]);
  const before = await page.locator(".map-dot").count();
  await cluster.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".map-dot, .map-cluster").count()).not.toBe(before);
  const dot = page.locator(".map-dot").first();
  const name = ((await dot.getAttribute("aria-label")) ?? "").split(",")[0] ?? "";
  await dot.focus();
  await page.keyboard.press("Enter");
  const card = page.getByRole("region", { name });
  await expect(
    card.getByText(new RegExp(`W$|${pattern("map:card.noData")}`)).first(),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toBeHidden();
  await expect(dot).toBeFocused();
  await page.keyboard.press("Enter");
  await card.getByRole("link", { name: say("map:card.open") }).click();
  await expect(page).toHaveURL(/\/realtime\?key=k_/);
  expect([...new Set(asked)]).toEqual(["tile.openstreetmap.org"]);
  expect(complaints).toEqual([]);
});

test("a position is picked by keyboard, and brings its country and time zone", async ({ page }) => {
  const complaints = watchPage(page);
  await cutOff(page);
  await openPlace(page);
  const picker = page.getByRole("region", { name: say("place:position.title") });
  await picker.getByLabel(say("map:picker.latitude")).fill("-18.14");
  await picker.getByLabel(say("map:picker.longitude")).fill("178.44");
  await expect(picker.getByText(say("place:position.country", { country: "Fiji" }))).toBeVisible();
  await picker.getByRole("button", { name: say("place:timeZone.take") }).press("Enter");
  await expect(picker.getByLabel(say("place:timeZone.label"))).toHaveValue("Pacific/Fiji");
  await picker.getByLabel(say("place:position.location")).fill("Suva");
  await picker.getByRole("button", { name: say("place:save") }).press("Enter");
  await expect(picker.getByText(say("place:saved"))).toBeVisible();
  await page.reload();
  await expect(picker.getByLabel(say("map:picker.latitude"))).toHaveValue("-18.14");
  await expect(picker.getByLabel(say("place:timeZone.label"))).toHaveValue("Pacific/Fiji");
  expect(complaints).toEqual([]);
});

test("a fence is drawn on the map, changed by its number fields, and saved", async ({ page }) => {
  const complaints = watchPage(page);
  await cutOff(page);
  await openPlace(page);
  const fence = page.getByRole("region", { name: say("place:fence.title") });
  await fence.getByLabel(say("place:fence.polygon")).check();
  await expect(fence.getByText(corner(4), { exact: true })).toBeVisible();
  await expect(fence.locator(".marker-icon").first()).toBeVisible();
  await fence.getByRole("button", { name: say("place:fence.draw") }).click();
  const map = fence.getByRole("application", { name: say("place:fence.map") });
  await map.evaluate((ground) => ground.scrollIntoView({ block: "center", behavior: "instant" }));
  const box = await map.boundingBox();
  const hint = await fence.getByText(say("place:fence.drawPolygon")).boundingBox();
  if (box === null || hint === null) throw new Error("the map or its hint is not there");
  const first = [box.x + box.width * 0.3, box.y + box.height * 0.3] as const;
  const corners = [
    first,
    [box.x + box.width * 0.7, box.y + box.height * 0.3],
    // The hint covers the map there, and takes no click away from it.
    [hint.x + hint.width / 2, hint.y + hint.height / 2],
    first,
  ] as const;
  for (const [x, y] of corners) await page.mouse.click(x, y);
  await expect(fence.getByText(corner(3), { exact: true })).toBeVisible();
  await expect(fence.getByText(corner(4), { exact: true })).toBeHidden();
  await fence.getByRole("button", { name: say("place:fence.addCorner") }).click();
  await fence.getByRole("button", { name: say("place:fence.save") }).click();
  await expect(fence.getByText(say("place:saved"))).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(fence.getByText(corner(4), { exact: true })).toBeVisible();
  // What is chosen before the page is alive is lost.
  await expect(fence.locator(".marker-icon").first()).toBeVisible();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await fence.getByLabel(say("place:fence.circle")).check();
  await fence.getByLabel(say("place:fence.radius")).fill("500");
  await fence.getByRole("button", { name: say("place:fence.save") }).press("Enter");
  await expect(fence.getByText(say("place:saved"))).toBeVisible();
  // The card on the map of all sites states it as well.
  await page.goto(`/sitelist?view=map&q=${encodeURIComponent(spare.name)}`);
  await page.locator(READY).waitFor();
  await page.locator(".map-dot").first().press("Enter");
  await expect(page.locator(".map-card [data-fence=unknown]")).toHaveText(
    say("map:card.fence.unknown"),
  );
  expect(complaints).toEqual([]);
});

test("sites are filtered by a circle: by keyboard in number fields, and drawn on the map", async ({
  page,
}) => {
  const complaints = watchPage(page);
  const [house] = DEMO_SITES;
  if (house === undefined) throw new Error("no demo site");
  await signIn(page, accounts.owner);
  const rows = page.getByRole("row");
  const all = await rows.count();
  await page.getByRole("button", { name: say("listtools:filter.open") }).press("Enter");
  const filters = page.getByRole("group", { name: say("listtools:filter.label") });
  const around = filters.getByRole("group", { name: say("listtools:area.title") });
  const apply = around.getByRole("button", { name: say("listtools:area.apply") });
  await expect(apply).toBeDisabled();
  await around.getByLabel(say("map:picker.latitude")).fill(String(house.latitude));
  await around.getByLabel(say("map:picker.longitude")).fill(String(house.longitude));
  const radius = around.getByLabel(say("listtools:area.radius"));
  await radius.fill("0,05");
  await expect(around.getByText(say("listtools:area.radiusHint"))).toBeVisible();
  await radius.fill("0,5");
  await apply.press("Enter");
  await page.waitForURL(/area=/);
  await expect(page.getByRole("link", { name: house.name, exact: true })).toBeVisible();
  await expect.poll(() => rows.count()).toBeLessThan(all);
  expect(await findBarriers(page)).toEqual([]);

  await page.goto(page.url().replace("?", "?view=map&"));
  await page.locator(READY).waitFor();
  await expect(page.locator(".map-fence")).toBeVisible();
  await page.locator(".map-dot").first().press("Enter");
  const card = page.locator(".map-card");
  await expect(card.getByText(say("map:card.weather", { temperature: "6 °C" }))).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: say("listtools:area.clear") }).click();
  await expect(page.locator(".map-fence")).toHaveCount(0);
  await expect(page).not.toHaveURL(/area=/);

  await page.getByRole("button", { name: say("listtools:area.draw") }).click();
  await expect(page.getByText(say("listtools:area.drawHint"))).toBeVisible();
  const box = await page.locator(".map-ground").boundingBox();
  if (box === null) throw new Error("no map");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.mouse.move(x + 40, y, { steps: 4 });
  await page.mouse.click(x + 60, y);
  await page.waitForURL(/area=/);
  await expect(page.locator(".map-fence")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
