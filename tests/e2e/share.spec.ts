import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";

// That a link is made, watched and withdrawn is told in label-to-withdrawal.spec.ts, how soon in stopwatch.spec.ts.

const { accounts, fleet, url } = readE2eServer();
const demo = fleet.sites.find((site) => site.group === "demo");
if (demo === undefined) throw new Error("the fleet has no demo site");
const { name, serial, latitude, longitude } = demo;

const PASSWORD = "open sesame 7";
const chip = (page: Page) => page.locator("[data-connection]");
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Share this site" });

/** The dialog of the site, with no link yet. */
async function openSharing(page: Page): Promise<Locator> {
  await signIn(page, accounts.owner);
  await openSite(page, name);
  await awaitAlive(page);
  await page.getByRole("link", { name: "Share", exact: true }).click();
  const dialog = dialogOf(page);
  const enable = dialog.getByRole("checkbox", { name: "Share by a link" });
  await expect(enable).toBeVisible();
  if (await enable.isChecked()) {
    await enable.click();
    await expect(dialog.getByText("The link is gone")).toBeVisible();
  }
  return dialog;
}

async function enable(dialog: Locator): Promise<string> {
  await dialog.getByRole("checkbox", { name: "Share by a link" }).click();
  const field = dialog.getByLabel("Link", { exact: true });
  await expect(field).toHaveValue(/\/share\?tk=[\w-]{24}$/);
  return field.inputValue();
}

/** Another browser, that nobody has signed in to. */
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
    const told = [response.url(), JSON.stringify(response.headers())].join("\n");
    answers.push(
      response.text().then(
        (body) => `${told}\n${body}`,
        () => told,
      ),
    );
  });
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const { decode } = TextDecoder.prototype;
    TextDecoder.prototype.decode = function (...input) {
      const text = decode.apply(this, input);
      heard.push(text);
      return text;
    };
  });
  return async () => {
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    const document = await page.content();
    return [...(await Promise.all(answers)), ...heard, document].join("\n");
  };
}

test.describe.configure({ mode: "serial" });

test("the dialog is a place on the page: it is there again when the page is loaded anew", async ({
  page,
}) => {
  const complaints = watchPage(page);
  await openSharing(page);
  await page.reload();
  await expect(dialogOf(page)).toBeVisible();
  expect(complaints).toEqual([]);
});

test("the link has a password once one is saved, and says so until then", async ({
  page,
  browser,
}) => {
  const dialog = await openSharing(page);
  const link = await enable(dialog);
  const protect = dialog.getByRole("checkbox", { name: "Ask for a password" });
  const open = dialog.getByText("The link has no password yet");
  const field = dialog.getByLabel("Password of the link");
  const question = page.getByRole("alertdialog", { name: "Close without saving the password?" });
  await protect.click();
  await expect(protect).not.toBeChecked();
  await expect(open).toBeVisible();
  await expect(field).toBeFocused();

  const viewer = await openElsewhere(browser);
  await viewer.goto(link);
  await expect(chip(viewer)).toHaveText("Live");

  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(question).toContainText("anyone who has it can view the site");
  expect(await findBarriers(page)).toEqual([]);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toHaveCount(0);
  await field.fill(PASSWORD);
  const save = Promise.withResolvers<void>();
  await page.route("**/sharing.data**", async (route) => {
    await save.promise;
    await route.fallback();
  });
  await dialog.getByRole("button", { name: "Save the password" }).click();
  // Typed while the first is on its way: it is not saved with that one.
  await field.fill("another one 8");
  save.resolve();
  await expect(protect).toBeChecked();
  await expect(open).toHaveCount(0);
  await expect(field).toHaveValue("another one 8");
  await viewer.reload();
  await expect(viewer.getByLabel("Password", { exact: true })).toBeVisible();

  await page.goBack();
  await expect(question).toContainText("The one so far still applies");
  await question.getByRole("button", { name: "Close without saving" }).click();
  await expect(dialog).toHaveCount(0);
  await viewer.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await viewer.keyboard.press("Enter");
  await expect(chip(viewer)).toHaveText("Live");
  await viewer.context().close();
});

test("behind a password, where the site is hidden, nothing says where, nor which device it is", async ({
  page,
  browser,
}) => {
  const dialog = await openSharing(page);
  const link = await enable(dialog);
  await dialog.getByRole("checkbox", { name: "Ask for a password" }).click();
  await dialog.getByRole("button", { name: "Save the password" }).click();
  await expect(dialog.getByText("This field is required")).toBeVisible();
  await dialog.getByLabel("Password of the link").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("The password is saved")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Hide the location" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Hide the location" })).toBeChecked();

  const viewer = await openElsewhere(browser, { width: 390, height: 844 });
  const recorded = await recordAll(viewer);
  const response = await viewer.goto(`${link}&show=history`);
  expect(response?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-robots-tag": "noindex, nofollow",
  });
  await awaitAlive(viewer);
  await viewer.getByLabel("Password", { exact: true }).fill("not this one");
  await viewer.keyboard.press("Enter");
  await expect(viewer.getByText("Wrong password")).toBeVisible();
  expect(await findBarriers(viewer)).toEqual([]);
  await viewer.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await viewer.keyboard.press("Enter");
  await expect(chip(viewer)).toHaveText("Live");
  await expect(viewer.getByText("Location hidden")).toBeVisible();
  await expect(viewer.getByRole("region", { name: "Power" }).getByRole("slider")).toBeVisible();
  await viewer.getByRole("button", { name: "Now", exact: true }).click();
  expect(await overflowOf(viewer)).toBeLessThanOrEqual(0);
  // Some pushes, too.
  const heard = () =>
    viewer.evaluate(() => (window as unknown as { heard: string[] }).heard.length);
  const before = await heard();
  await expect.poll(heard).toBeGreaterThan(before + 3);
  await viewer.getByRole("button", { name: "History", exact: true }).click();
  await expect(viewer.getByRole("region", { name: "Power" }).getByRole("slider")).toBeVisible();
  await expect(
    viewer.getByRole("region", { name: "Week" }).getByText(/[\d—]/).first(),
  ).toBeVisible();
  expect(await overflowOf(viewer)).toBeLessThanOrEqual(0);
  const all = await recorded();
  expect(all).toContain(name);
  const parts = [serial, "Raimundo", "vora", "Portugal", "Lisbon"];
  for (const secret of parts) expect(all, secret).not.toContain(secret);
  // A power of 638.57 W is no latitude.
  for (const degrees of [latitude, longitude])
    expect(all).not.toMatch(new RegExp(`(?<![\\d.])${degrees.toFixed(2).replace(".", "\\.")}`));

  await dialog.getByLabel("Password of the link").fill(`${PASSWORD}!`);
  await page.keyboard.press("Enter");
  await expect(viewer.getByRole("heading", { name: "This site is protected" })).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Share by a link" }).click();
  await expect(dialog.getByText("The link is gone")).toBeVisible();
  expect((await viewer.goto(link))?.status()).toBe(404);
  await viewer.context().close();
});

test("a link gets another token: the old one is dead, and the new one stands in its place", async ({
  page,
  browser,
}) => {
  const dialog = await openSharing(page);
  const link = await enable(dialog);
  const viewer = await openElsewhere(browser);
  await viewer.goto(link);
  await expect(chip(viewer)).toHaveText("Live");

  const opener = dialog.getByRole("button", { name: "Make a new link" });
  await opener.press("Enter");
  const question = dialog.getByRole("group", { name: "Make a new link" });
  const cancel = question.getByRole("button", { name: "Cancel" });
  await expect(cancel).toBeFocused();
  await expect(question.getByText("The link so far ends at once")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await cancel.press("Enter");
  await expect(opener).toBeFocused();
  const field = dialog.getByLabel("Link", { exact: true });
  await expect(field).toHaveValue(link);

  await opener.press("Enter");
  await question.getByRole("button", { name: "Make a new link" }).press("Enter");
  await expect(dialog.getByText("This is the new link. The old one is dead.")).toBeVisible();
  await expect(field).not.toHaveValue(link);
  await expect(field).toHaveValue(/\/share\?tk=[\w-]{24}$/);
  await expect(field).toBeVisible();
  await expect(opener).toBeFocused();
  await expect(viewer.getByRole("heading", { name: "no longer there" })).toBeVisible();
  expect((await viewer.goto(await field.inputValue()))?.status()).toBe(200);
  await dialog.getByRole("checkbox", { name: "Share by a link" }).click();
  await expect(dialog.getByText("The link is gone")).toBeVisible();
  await viewer.context().close();
});

test("shown to the world it is among the open sites, and hiding the place reaches who is watching", async ({
  page,
  browser,
}) => {
  const dialog = await openSharing(page);
  await enable(dialog);
  // The switch shows at once what was asked for.
  const saved = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().includes("/sharing"),
  );
  await dialog.getByRole("checkbox", { name: "Show to the world" }).click();
  await saved;
  await expect(dialog.getByRole("checkbox", { name: "Show to the world" })).toBeChecked();
  const viewer = await openElsewhere(browser);
  await viewer.goto("/world");
  await awaitAlive(viewer);
  expect(await findBarriers(viewer)).toEqual([]);
  await viewer.getByRole("link", { name }).click();
  await expect(chip(viewer)).toHaveText("Live");
  await expect(viewer.getByText("Rua do Raimundo")).toBeVisible();
  await expect(viewer.getByRole("button", { name: /Switch o/ })).toHaveCount(0);
  await viewer.reload();
  await expect(chip(viewer)).toHaveText("Live");
  await dialog.getByRole("checkbox", { name: "Hide the location" }).click();
  await expect(viewer.getByText("Location hidden")).toBeVisible();
  await expect(viewer.getByText("Rua do Raimundo")).toHaveCount(0);
  await expect(chip(viewer)).toHaveText("Live");
  await viewer.goto("/world");
  await expect(viewer.getByRole("link", { name })).not.toContainText("Raimundo");
  await dialog.getByRole("checkbox", { name: "Share by a link" }).click();
  await expect(dialog.getByText("The link is gone")).toBeVisible();
  await viewer.reload();
  await expect(viewer.getByRole("link", { name })).toHaveCount(0);
  await page.goBack();
  await expect(dialogOf(page)).toHaveCount(0);
  await viewer.context().close();
});
