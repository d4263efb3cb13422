import { expect, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { overflowOf, watchPage } from "../support/page-watch.ts";
import { signInByHand } from "../support/sign-in.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const { accounts, url } = readE2eServer();
const phone = { width: 390, height: 844 };

test("a short and a wrong password are reported in the page, and the account stays typed", async ({
  page,
}) => {
  const complaints = watchPage(page);
  await page.goto("/login");
  await page.getByLabel(say("login:account")).fill("unknown@helioport.example");
  await page.getByLabel(say("login:password"), { exact: true }).fill("abc");
  await page.getByRole("button", { name: say("login:submit") }).click();
  await expect(page.getByText(say("problems:passwordTooShort"))).toBeVisible();
  const password = page.getByLabel(say("login:password"), { exact: true });
  await expect(password).toBeFocused();
  const show = page.getByRole("button", { name: say("login:showPassword") });
  await show.click();
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await expect(password).toHaveAttribute("type", "text");
  await password.fill("abcdef");
  await page.getByRole("button", { name: say("login:submit") }).click();
  await expect(page.getByRole("alert")).toHaveText(say("problems:wrongLogin"));
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel(say("login:account"))).toHaveValue("unknown@helioport.example");
  expect(complaints).toEqual([]);
});

test("a request that is no form is answered like an empty form", async ({ request }) => {
  const answer = await request.post("/login", { headers: { "Content-Type": "text/plain" } });
  expect(answer.status()).toBe(422);
  expect(await answer.text()).toContain(say("problems:required"));
});

test("signing in leads back to the requested page, and to no other host", async ({ page }) => {
  await page.goto("/realtime?key=k_x");
  await expect(page).toHaveURL(/\/login\?redirect=%2Frealtime%3Fkey%3Dk_x$/);
  await page.goto("/login?redirect=//elsewhere.example/");
  await page.getByLabel(say("login:account")).fill(accounts.owner.account);
  await page.getByLabel(say("login:password"), { exact: true }).fill(accounts.owner.password);
  await page.getByRole("button", { name: say("login:submit") }).click();
  await expect(page).toHaveURL(`${url}/sitelist`);
});

test("no script can read the session", async ({ page }) => {
  await signInByHand(page, accounts.owner);
  const seen = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
  );
  expect(seen).not.toContain("helioport_session");
  const [cookie] = (await page.context().cookies()).filter(
    ({ name }) => name === "helioport_session",
  );
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  expect(seen).not.toContain(cookie?.value);
});

test("a signed-in user is redirected past the login", async ({ page }) => {
  await signInByHand(page, accounts.owner);
  await page.goto("/login");
  await expect(page).toHaveURL(/\/sitelist$/);
  await page.goto("/");
  await expect(page).toHaveURL(/\/sitelist$/);
});

test("an unknown address is a 404 for a signed-in user, and redirects others to the login", async ({
  page,
}) => {
  const publicPage = await page.goto("/404");
  expect(publicPage?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: say("errors:notFound.title") })).toBeVisible();
  await page.goto("/nowhere/at/all?x=1");
  await expect(page).toHaveURL(/\/login\?redirect=%2Fnowhere%2Fat%2Fall%3Fx%3D1$/);
  await signInByHand(page, accounts.owner);
  const response = await page.goto("/nowhere/at/all");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: say("errors:notFound.title") })).toBeVisible();
});

test("a small window shows the recommended size, a large one does not", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/login");
  await expect(page.getByRole("note")).toBeHidden();
  await page.setViewportSize({ width: 1365, height: 768 });
  await expect(page.getByRole("note")).toContainText(say("login:lowResolution"));
  await page.setViewportSize(phone);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

test("signing in and reading the list need no script", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: url });
  const page = await context.newPage();
  await signInByHand(page, accounts.owner);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await context.close();
});

test("dark mode is kept for the next visit and is applied before any script runs", async ({
  page,
  browser,
}) => {
  await page.goto("/login");
  // A click before hydration is repeated. A second one would switch back.
  await page.getByRole("button", { name: say("common:appearance.useDark") }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  const storageState = await page.context().storageState();
  const later = await browser.newContext({ javaScriptEnabled: false, baseURL: url, storageState });
  const again = await later.newPage();
  await again.goto("/login");
  await expect(again.locator("html")).toHaveClass("dark");
  await later.close();
});
