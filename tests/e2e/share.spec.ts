import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { speaker } from "../support/texts.ts";

// That a link is made, watched and withdrawn is head in label-to-withdrawal.spec.ts, how soon in stopwatch.spec.ts.

const say = speaker("en");
const { accounts, fleet, url } = readE2eServer();
const demo = fleet.sites.find((site) => site.group === "demo");
if (demo === undefined) throw new Error("the fleet has no demo site");
const { name, serial, latitude, longitude } = demo;

const PASSWORD = "open sesame 7";
const chip = (page: Page) => page.locator("[data-connection]");
const dialogOf = (page: Page) => page.getByRole("dialog", { name: say("share:dialog.title") });

/** The dialog of the site, with no link yet. */
async function openSharing(page: Page): Promise<Locator> {
  await signIn(page, accounts.owner);
  await openSite(page, name);
  await awaitAlive(page);
  await page.getByRole("link", { name: say("common:navigation.share"), exact: true }).click();
  const dialog = dialogOf(page);
  const enable = dialog.getByRole("checkbox", { name: say("share:dialog.enable") });
  await expect(enable).toBeVisible();
  if (await enable.isChecked()) {
    await enable.click();
    await expect(dialog.getByText(say("share:dialog.ended"))).toBeVisible();
  }
  return dialog;
}

async function enable(dialog: Locator): Promise<string> {
  await dialog.getByRole("checkbox", { name: say("share:dialog.enable") }).click();
  const field = dialog.getByLabel(say("share:dialog.link"), { exact: true });
  await expect(field).toHaveValue(/\/share\?tk=[\w-]{24}$/);
  return field.inputValue();
}

/** Another browser without a session. */
async function openElsewhere(browser: Browser, viewport = { width: 1280, height: 800 }) {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.61" },
  });
  return context.newPage();
}

/** All that a page is sent: addresses, headers and bodies of its answers, and what it opens of its socket's frames. */
async function recordAll(page: Page): Promise<() => Promise<string>> {
  const answers: Promise<string>[] = [];
  page.on("response", (response) => {
    const head = [response.url(), JSON.stringify(response.headers())].join("\n");
    answers.push(
      response.text().then(
        (body) => `${head}\n${body}`,
        () => head,
      ),
    );
  });
  await page.addInitScript(() => {
    const received: string[] = [];
    Object.assign(window, { received });
    const { decode } = TextDecoder.prototype;
    TextDecoder.prototype.decode = function (...input) {
      const text = decode.apply(this, input);
      received.push(text);
      return text;
    };
  });
  return async () => {
    const received = await page.evaluate(
      () => (window as unknown as { received: string[] }).received,
    );
    const document = await page.content();
    return [...(await Promise.all(answers)), ...received, document].join("\n");
  };
}

test.describe.configure({ mode: "serial" });

test("the dialog has its own address and opens again after a reload", async ({ page }) => {
  const complaints = watchPage(page);
  await openSharing(page);
  await page.reload();
  await expect(dialogOf(page)).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a link has a password only once it is saved, and shows that", async ({ page, browser }) => {
  const dialog = await openSharing(page);
  const link = await enable(dialog);
  const protect = dialog.getByRole("checkbox", { name: say("share:dialog.protect") });
  const open = dialog.getByText(say("share:dialog.notProtected"));
  const field = dialog.getByLabel(say("share:dialog.password"));
  const question = page.getByRole("alertdialog", { name: say("share:dialog.leaveTitle") });
  await protect.click();
  await expect(protect).not.toBeChecked();
  await expect(open).toBeVisible();
  await expect(field).toBeFocused();

  const viewer = await openElsewhere(browser);
  await viewer.goto(link);
  await expect(chip(viewer)).toHaveText(say("site:connection.live"));

  await dialog
    .getByRole("button", { name: say("common:actions.close") })
    .last()
    .click();
  await expect(question).toContainText(say("share:dialog.leaveOpen"));
  expect(await findBarriers(page)).toEqual([]);
  await question.getByRole("button", { name: say("share:dialog.stay") }).click();
  await expect(question).toHaveCount(0);
  await field.fill(PASSWORD);
  const save = Promise.withResolvers<void>();
  await page.route("**/sharing.data**", async (route) => {
    await save.promise;
    await route.fallback();
  });
  await dialog.getByRole("button", { name: say("share:dialog.savePassword") }).click();
  // Typed while the first is on its way: it is not saved with that one.
  await field.fill("another one 8");
  save.resolve();
  await expect(protect).toBeChecked();
  await expect(open).toHaveCount(0);
  await expect(field).toHaveValue("another one 8");
  await viewer.reload();
  await expect(viewer.getByLabel(say("share:protected.password"), { exact: true })).toBeVisible();

  await page.goBack();
  await expect(question).toContainText(say("share:dialog.leaveChanged"));
  await question.getByRole("button", { name: say("share:dialog.leave") }).click();
  await expect(dialog).toHaveCount(0);
  await viewer.getByLabel(say("share:protected.password"), { exact: true }).fill(PASSWORD);
  await viewer.keyboard.press("Enter");
  await expect(chip(viewer)).toHaveText(say("site:connection.live"));
  await viewer.context().close();
});

test("behind a password, with a hidden location, nothing reveals the location or the device", async ({
  page,
  browser,
}) => {
  const dialog = await openSharing(page);
  const link = await enable(dialog);
  await dialog.getByRole("checkbox", { name: say("share:dialog.protect") }).click();
  await dialog.getByRole("button", { name: say("share:dialog.savePassword") }).click();
  await expect(dialog.getByText(say("problems:required"))).toBeVisible();
  await dialog.getByLabel(say("share:dialog.password")).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(say("share:dialog.passwordSaved"))).toBeVisible();
  await dialog.getByRole("checkbox", { name: say("share:dialog.hide") }).click();
  await expect(dialog.getByRole("checkbox", { name: say("share:dialog.hide") })).toBeChecked();

  const viewer = await openElsewhere(browser, { width: 390, height: 844 });
  const recorded = await recordAll(viewer);
  const response = await viewer.goto(`${link}&show=history`);
  expect(response?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-robots-tag": "noindex, nofollow",
  });
  await awaitAlive(viewer);
  await viewer.getByLabel(say("share:protected.password"), { exact: true }).fill("not this one");
  await viewer.keyboard.press("Enter");
  await expect(viewer.getByText(say("problems:wrongPassword"))).toBeVisible();
  expect(await findBarriers(viewer)).toEqual([]);
  await viewer.getByLabel(say("share:protected.password"), { exact: true }).fill(PASSWORD);
  await viewer.keyboard.press("Enter");
  await expect(chip(viewer)).toHaveText(say("site:connection.live"));
  await expect(viewer.getByText(say("share:hiddenLocation"))).toBeVisible();
  const power = viewer.getByRole("region", { name: say("charts:history.power.title") });
  await expect(power.getByRole("slider")).toBeVisible();
  await viewer.getByRole("button", { name: say("share:views.now"), exact: true }).click();
  expect(await overflowOf(viewer)).toBeLessThanOrEqual(0);
  // Some pushes, too.
  const received = () =>
    viewer.evaluate(() => (window as unknown as { received: string[] }).received.length);
  const before = await received();
  await expect.poll(received).toBeGreaterThan(before + 3);
  await viewer.getByRole("button", { name: say("share:views.history"), exact: true }).click();
  await expect(power.getByRole("slider")).toBeVisible();
  const week = viewer.getByRole("region", { name: say("charts:history.view.week") });
  await expect(week.getByText(/[\d—]/).first()).toBeVisible();
  expect(await overflowOf(viewer)).toBeLessThanOrEqual(0);
  const all = await recorded();
  expect(all).toContain(name);
  const parts = [serial, "Raimundo", "vora", "Portugal", "Lisbon"];
  for (const secret of parts) expect(all, secret).not.toContain(secret);
  for (const degrees of [latitude, longitude]) expect(all).not.toContain(`${degrees}`);
  // A battery current may be equal to one rounded coordinate, but not beside the other one.
  const [north, east] = [latitude, longitude].map((degrees) =>
    degrees.toFixed(2).replace(".", "\\."),
  );
  expect(all).not.toMatch(new RegExp(`${north}.{0,99}${east}|${east}.{0,99}${north}`, "s"));

  await dialog.getByLabel(say("share:dialog.password")).fill(`${PASSWORD}!`);
  await page.keyboard.press("Enter");
  await expect(viewer.getByRole("heading", { name: say("share:protected.title") })).toBeVisible();
  await dialog.getByRole("checkbox", { name: say("share:dialog.enable") }).click();
  await expect(dialog.getByText(say("share:dialog.ended"))).toBeVisible();
  expect((await viewer.goto(link))?.status()).toBe(404);
  await viewer.context().close();
});

test("a new token of a link ends the old one and replaces it", async ({ page, browser }) => {
  const dialog = await openSharing(page);
  const link = await enable(dialog);
  const viewer = await openElsewhere(browser);
  await viewer.goto(link);
  await expect(chip(viewer)).toHaveText(say("site:connection.live"));

  const opener = dialog.getByRole("button", { name: say("share:dialog.renew") });
  await opener.press("Enter");
  const question = dialog.getByRole("group", { name: say("share:dialog.renew") });
  const cancel = question.getByRole("button", { name: say("common:actions.cancel") });
  await expect(cancel).toBeFocused();
  await expect(question.getByText(say("share:dialog.renewText"))).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await cancel.press("Enter");
  await expect(opener).toBeFocused();
  const field = dialog.getByLabel(say("share:dialog.link"), { exact: true });
  await expect(field).toHaveValue(link);

  await opener.press("Enter");
  await question.getByRole("button", { name: say("share:dialog.renew") }).press("Enter");
  await expect(dialog.getByText(say("share:dialog.renewed"))).toBeVisible();
  await expect(field).not.toHaveValue(link);
  await expect(field).toHaveValue(/\/share\?tk=[\w-]{24}$/);
  await expect(field).toBeVisible();
  await expect(opener).toBeFocused();
  await expect(viewer.getByRole("heading", { name: say("share:invalidLink.title") })).toBeVisible();
  expect((await viewer.goto(await field.inputValue()))?.status()).toBe(200);
  await dialog.getByRole("checkbox", { name: say("share:dialog.enable") }).click();
  await expect(dialog.getByText(say("share:dialog.ended"))).toBeVisible();
  await viewer.context().close();
});

test("a public site is in the list of public sites, and hiding its location reaches its viewers", async ({
  page,
  browser,
}) => {
  const dialog = await openSharing(page);
  await enable(dialog);
  // The switch shows at once what was asked for.
  const saved = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().includes("/sharing"),
  );
  await dialog.getByRole("checkbox", { name: say("share:dialog.world") }).click();
  await saved;
  await expect(dialog.getByRole("checkbox", { name: say("share:dialog.world") })).toBeChecked();
  const viewer = await openElsewhere(browser);
  await viewer.goto("/world");
  await awaitAlive(viewer);
  expect(await findBarriers(viewer)).toEqual([]);
  await viewer.getByRole("link", { name }).click();
  await expect(chip(viewer)).toHaveText(say("site:connection.live"));
  await expect(viewer.getByText("Rua do Raimundo")).toBeVisible();
  for (const key of ["switchOn", "switchOff", "dialog.confirmOn", "dialog.confirmOff"]) {
    const button = viewer.getByRole("button", { name: say(`realtime:control.${key}`) });
    await expect(button).toHaveCount(0);
  }
  await viewer.reload();
  await expect(chip(viewer)).toHaveText(say("site:connection.live"));
  await dialog.getByRole("checkbox", { name: say("share:dialog.hide") }).click();
  await expect(viewer.getByText(say("share:hiddenLocation"))).toBeVisible();
  await expect(viewer.getByText("Rua do Raimundo")).toHaveCount(0);
  await expect(chip(viewer)).toHaveText(say("site:connection.live"));
  await viewer.goto("/world");
  await expect(viewer.getByRole("link", { name })).not.toContainText("Raimundo");
  await dialog.getByRole("checkbox", { name: say("share:dialog.enable") }).click();
  await expect(dialog.getByText(say("share:dialog.ended"))).toBeVisible();
  await viewer.reload();
  await expect(viewer.getByRole("link", { name })).toHaveCount(0);
  await page.goBack();
  await expect(dialogOf(page)).toHaveCount(0);
  await viewer.context().close();
});
