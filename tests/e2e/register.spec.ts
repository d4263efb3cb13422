import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import arabic from "#locales/ar/account.json" with { type: "json" };
import arabicWelcome from "#locales/ar/welcome.json" with { type: "json" };
import { readE2eServer } from "../support/e2e-server.ts";
import { overflowOf, watchPage } from "../support/page-watch.ts";

const { url } = readE2eServer();
const phone = { width: 390, height: 844 };
const pages = ["/", "/login", "/register", "/activate?token=x", "/findpass", "/resetpwd?token=x"];

type Mail = { to: string; links: string[]; text: string };

/** What is in the newest e-mail to an address, once there are so many. */
async function readMail(page: Page, to: string, count: number): Promise<Mail> {
  const list = async (): Promise<Mail[]> => {
    const answer = await page.request.get("/dev/mail/messages");
    const all: Mail[] = await answer.json();
    return all.filter((mail) => mail.to === to);
  };
  await expect.poll(async () => (await list()).length).toBe(count);
  const [newest] = await list();
  if (newest === undefined) throw new Error("no e-mail");
  return newest;
}

/** The page of ours that an e-mail leads to. */
function linkIn({ links }: Mail, page: string): string {
  const found = links.map((link) => new URL(link)).find(({ pathname }) => pathname === page);
  if (found === undefined) throw new Error(`no link to ${page}`);
  return found.pathname + found.search;
}

async function gravest(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

async function speak(context: BrowserContext, language: string): Promise<void> {
  await context.addCookies([{ name: "tbb_language", value: language, url }]);
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Account or e-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("somebody registers, activates, signs in, forgets the password and chooses another", async ({
  page,
}) => {
  const complaints = watchPage(page);
  const email = `newcomer-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await page.goto("/");
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("Newcomer");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByRole("status")).toContainText(email);
  await expect(page.getByRole("button", { name: "Again in" })).toBeDisabled();
  const [code = ""] = /\d{6}/.exec((await readMail(page, email, 1)).text) ?? [];
  await page.getByLabel("Verification code").fill(code);
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel("City").fill("Berlin");
  await page.getByLabel("Phone").fill("030 901820");
  await page.getByLabel("Password", { exact: true }).fill("Kw7xTq20");
  await page.getByLabel("Repeat the password").fill("Kw7xTq21");
  await page.getByLabel("I accept the terms of use.").check();
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(page.getByLabel("Repeat the password")).toBeFocused();
  await page.getByLabel("Repeat the password").fill("Kw7xTq20");
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(page.getByText("Please look into your mailbox.")).toBeVisible();

  await page.goto(linkIn(await readMail(page, email, 2), "/activate"));
  await page.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByText("Your account is active.")).toBeVisible();
  await signIn(page, email, "Kw7xTq20");
  await page.waitForURL("**/sitelist");
  await page.getByRole("button", { name: "Account of Newcomer" }).click();
  await page.locator("[popover]").getByRole("button", { name: "Log out" }).click();

  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("the link is on its way")).toBeVisible();
  await page.goto(linkIn(await readMail(page, email, 3), "/resetpwd"));
  await page.getByLabel("New password").fill("Zt4mRb91");
  await page.getByLabel("Repeat the password").fill("Zt4mRb91");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Your new password is set.")).toBeVisible();
  await signIn(page, email, "Zt4mRb91");
  await page.waitForURL("**/sitelist");
  expect(complaints).toEqual([]);
});

for (const language of ["en", "ar"])
  test(`the public pages are for everybody, in ${language}`, async ({ page, context }) => {
    const complaints = watchPage(page);
    await speak(context, language);
    await page.setViewportSize(phone);
    for (const address of pages) {
      await page.goto(address);
      expect(await gravest(page), address).toEqual([]);
      expect(await overflowOf(page), address).toBeLessThanOrEqual(0);
    }
    expect(complaints).toEqual([]);
  });

test("a language is chosen by its own name, and its pages are written its way", async ({
  page,
}) => {
  await page.goto("/register?x=1");
  await page.getByRole("button", { name: "Language: English" }).click();
  await page.getByRole("button", { name: "العربية" }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page).toHaveURL(/\/register\?x=1$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(arabic.register.title);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(arabicWelcome.title);
});

test("the demo is a click away, and subscribing another", async ({ page }) => {
  await page.goto("/");
  const subscriber = `reader-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await page.getByLabel("Name").fill("Reader");
  await page.getByLabel("E-mail").fill(subscriber);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("An e-mail that confirms it")).toBeVisible();
  await page.getByRole("button", { name: "See the demo" }).click();
  await page.waitForURL("**/sitelist");
  await expect(page.getByRole("button", { name: /^Account of / })).toBeVisible();
});
