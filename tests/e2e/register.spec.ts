import { expect, type Page, test } from "@playwright/test";
import {
  directionOf,
  formatTag,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
} from "#domain/languages.ts";
import { accountMenu } from "../support/account-menu.ts";
import { confirmIdentity } from "../support/confirm-identity.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers, shownTexts } from "../support/examine-page.ts";
import { makeAccount, password } from "../support/make-account.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { makePng } from "../support/picture-files.ts";
import { codeIn, linkIn, readMail } from "../support/read-mailbox.ts";
import { signIn as signInByForm } from "../support/sign-in.ts";
import { type Say, speaker, strangerFinder } from "../support/texts.ts";

// Each language has a browser of its own.
test.describe.configure({ mode: "parallel" });

const { url } = readE2eServer();
const english = speaker("en");
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const portrait = { name: "me.png", mimeType: "image/png", buffer: makePng(600, 450) };
const [first, second, third] = ["Kw7xTq20", "Zt4mRb91", "Hc9vLd36"];

type Journey = { page: Page; say: Say; language: Language; email: string; name: string };

/** One language of each direction of writing. */
const REGISTERED = ["en", "ar"] as const;

for (const [index, language] of REGISTERED.entries())
  test.describe(`in ${language}`, () => {
    test.use({
      locale: formatTag(language),
      viewport: wide,
      extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${10 + index}` },
    });

    test(`an account is created and its password reset, in ${language}`, async ({ page }) => {
      // A long way on a slow machine: nothing here is held to seconds.
      test.slow();
      const complaints = watchPage(page);
      const email = `${language}-${crypto.randomUUID().slice(0, 8)}@example.org`;
      const journey = { page, say: speaker(language), language, email, name: "Ana Pérez" };
      await register(journey);
      await activate(journey);
      await signIn(journey, first);
      await changeLanguage(journey);
      await openOwnPage(journey);
      await changePicture(journey);
      await changePassword(journey);
      const moved = await changeEmail(journey);
      await logOut(moved);
      await findPassword(moved);
      await signIn(moved, third);
      expect(complaints).toEqual([]);
    });
  });

for (const language of LANGUAGES.filter((one) => !REGISTERED.some((other) => other === one)))
  test.describe(() => {
    test.use({ locale: formatTag(language), viewport: wide });

    test(`the pages before and after signing in are in ${language}`, async ({ page, context }) => {
      const complaints = watchPage(page);
      const account = await makeAccount(page, "Reader");
      for (const path of ["/", "/register", "/findpass", "/login"]) {
        await page.goto(path);
        await examineTexts({ page, language });
      }
      await context.addCookies([{ name: "tbb_language", value: language, url }]);
      await signInByForm(page, { account, password });
      await page.goto("/user");
      await examineTexts({ page, language });
      expect(complaints).toEqual([]);
    });
  });

/** Checks a page's texts, direction and width on a phone, and its accessibility with axe. */
async function examine(journey: Journey): Promise<void> {
  const { page } = journey;
  await examineTexts(journey);
  await page.setViewportSize(phone);
  expect(await findBarriers(page), page.url()).toEqual([]);
  await page.setViewportSize(wide);
}

/** Checks that a page has only texts and the direction of its language, and fits the window of a phone. */
async function examineTexts({ page, language }: Pick<Journey, "page" | "language">): Promise<void> {
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", language);
  await expect(html).toHaveAttribute("dir", directionOf(language));
  const where = page.url();
  expect(strangers(language)(await shownTexts(page)), where).toEqual([]);
  await page.setViewportSize(phone);
  expect(await overflowOf(page), where).toBeLessThanOrEqual(0);
  await page.setViewportSize(wide);
}

const finders = new Map<Language, ReturnType<typeof strangerFinder>>();
function strangers(language: Language) {
  const finder = finders.get(language) ?? strangerFinder(language);
  finders.set(language, finder);
  return finder;
}

async function register(journey: Journey): Promise<void> {
  const { page, say, email, name } = journey;
  const press = () => page.getByRole("button", { name: say("account:register.submit") }).click();
  const field = (key: string) => page.getByLabel(say(`account:${key}`), { exact: true });
  await page.goto("/");
  await examine(journey);
  await page.getByRole("link", { name: say("welcome:register") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("account:register.title"));
  await press();
  await expect(field("fields.name")).toBeFocused();
  await expect(page.getByText(say("problems:required")).first()).toBeVisible();
  await examine(journey);
  await field("fields.name").fill(name);
  await field("fields.email").fill(email);
  await page.getByRole("button", { name: say("account:code.send") }).click();
  await expect(page.getByRole("main").getByRole("status")).toContainText(email);
  await expect(page.getByRole("button", { disabled: true })).toHaveText(/\b[3-6]\d\s/);
  const mail = await readMail(page, email, say("mails:registerCode.subject"));
  expect(mail.text).toContain(say("mails:registerCode.text"));
  await field("fields.captcha").fill(codeIn(mail));
  await page.locator("select").selectOption("DE");
  await field("fields.city").fill("Berlin");
  await field("fields.phone").fill("030 901820");
  await field("password.first").fill(first);
  await field("password.again").fill(second);
  await page.getByLabel(say("account:terms.accept")).check();
  await press();
  await expect(field("password.again")).toBeFocused();
  await expect(page.getByText(say("problems:passwordsDiffer"))).toBeVisible();
  await field("password.again").fill(first);
  await press();
  await expect(page.getByText(say("account:register.done"))).toBeVisible();
}

async function activate(journey: Journey): Promise<void> {
  const { page, say, email } = journey;
  const mail = await readMail(page, email, say("mails:activate.subject"));
  expect(mail.text).toContain(say("mails:activate.text"));
  await page.goto(linkIn(mail, "/activate"));
  await examine(journey);
  await page.getByRole("button", { name: say("account:activate.submit") }).click();
  await expect(page.getByText(say("account:activated"))).toBeVisible();
  await examine(journey);
}

async function signIn({ page, say, email }: Journey, password: string): Promise<void> {
  await page.getByLabel(say("login:account")).fill(email);
  await page.getByLabel(say("login:password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: say("login:submit") }).click();
  await page.waitForURL("**/sitelist");
}

/** To another language and back. */
async function changeLanguage(journey: Journey): Promise<void> {
  const { page, language, say } = journey;
  const other = LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length] ?? "en";
  const choose = async (from: Language, to: Language) => {
    const menu = speaker(from)("common:language.menu", { name: LANGUAGE_NAMES[from] });
    await page.getByRole("banner").getByRole("button", { name: menu }).click();
    await page.getByRole("button", { name: LANGUAGE_NAMES[to] }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", to);
    await expect(page.locator("html")).toHaveAttribute("dir", directionOf(to));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(speaker(to)("sitelist:title"));
  };
  await choose(language, other);
  await choose(other, language);
  expect(new URL(page.url()).pathname).toBe("/sitelist");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("sitelist:title"));
  await examine(journey);
}

/** A card of the page, by its heading. */
const section = ({ page, say }: Journey, key: string) =>
  page.getByRole("region", { name: say(`user:${key}.title`), exact: true });

async function openOwnPage(journey: Journey): Promise<void> {
  const { page, say, name } = journey;
  await page.getByRole("button", { name: say("common:user.menu", { name }) }).click();
  await page.locator("[popover]").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("user:title"));
  await awaitAlive(page);
  await section(journey, "deletion").locator("summary").click();
  await examine(journey);
}

async function changePicture(journey: Journey): Promise<void> {
  const { page, say } = journey;
  const card = section(journey, "avatar");
  await card.getByRole("button").click();
  const dialog = page.getByRole("dialog", { name: say("user:avatar.dialog") });
  const save = dialog.getByRole("button", { name: say("user:save") });
  await dialog.getByLabel(say("user:avatar.useDefault")).uncheck();
  await save.click();
  await expect(dialog.getByText(say("user:avatar.none"))).toBeVisible();
  await dialog.getByLabel(say("user:avatar.file")).setInputFiles(portrait);
  await dialog.getByLabel(say("branding:crop.zoom")).press("ArrowRight");
  await examine(journey);
  await save.click();
  await expect(card.locator("img[src^='/files/']")).toBeVisible();
  await expect(page.locator("header img[src^='/files/']")).toBeVisible();
}

async function changePassword(journey: Journey): Promise<void> {
  const { say } = journey;
  const card = section(journey, "password");
  const field = (key: string) => card.getByLabel(say(`user:password.${key}`), { exact: true });
  await field("old").fill("notmine1");
  await field("new").fill(second);
  await field("again").fill(second);
  await card.getByRole("button").click();
  await expect(card.getByText(say("problems:wrongPassword"))).toBeVisible();
  await field("old").fill(first);
  await field("new").fill(second);
  await field("again").fill(second);
  await card.getByRole("button").click();
  await expect(card.getByText(say("user:password.done"))).toBeVisible();
}

async function changeEmail(journey: Journey): Promise<Journey> {
  const { page, say, email } = journey;
  const moved = `moved-${email}`;
  const card = section(journey, "email");
  const press = (key: string) =>
    card.getByRole("button", { name: say(`user:email.submit.${key}`), exact: true }).click();
  await press("start");
  const old = await readMail(page, email, say("mails:oldEmailCode.subject"));
  expect(old.text).toContain(say("mails:oldEmailCode.text"));
  const changed = await readMail(page, email, say("mails:passwordChanged.subject"));
  expect(changed.text).toContain(say("mails:passwordChanged.text"));
  await card.getByLabel(say("user:email.code")).fill(codeIn(old));
  await press("old");
  await card.getByLabel(say("user:email.address")).fill(moved);
  await press("new");
  const fresh = await readMail(page, moved, say("mails:newEmailCode.subject"));
  expect(fresh.text).toContain(say("mails:newEmailCode.text"));
  await card.getByLabel(say("user:email.code")).fill(codeIn(fresh));
  await press("confirm");
  await confirmIdentity(page, second, say);
  await expect(card.getByText(say("user:email.status.done", { email: moved }))).toBeVisible();
  return { ...journey, email: moved };
}

async function logOut({ page, say, name }: Journey): Promise<void> {
  await page.getByRole("button", { name: say("common:user.menu", { name }) }).click();
  await page.locator("[popover] form[action*=logout] button").click();
  await page.waitForURL("**/login*");
}

async function findPassword(journey: Journey): Promise<void> {
  const { page, say, email } = journey;
  const field = (key: string) => page.getByLabel(say(`account:${key}`), { exact: true });
  await page.getByRole("link", { name: say("account:links.findPassword") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("account:find.title"));
  await field("fields.email").fill(email);
  await page.getByRole("button", { name: say("account:find.submit") }).click();
  await expect(page.getByText(say("account:find.sent"))).toBeVisible();
  await expect(page.getByRole("button", { disabled: true })).toHaveText(/\b[3-6]\d\s/);
  await examine(journey);
  const mail = await readMail(page, email, say("mails:resetPassword.subject"));
  expect(mail.text).toContain(say("mails:resetPassword.text"));
  await page.goto(linkIn(mail, "/resetpwd"));
  await examine(journey);
  await field("password.new").fill(third);
  await field("password.again").fill(third);
  await page.getByRole("button", { name: say("account:reset.submit") }).click();
  await expect(page.getByText(say("account:passwordSet"))).toBeVisible();
}

test("the demo opens with one click", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: english("welcome:demo") }).click();
  await page.waitForURL("**/sitelist");
  await expect(accountMenu(page)).toBeVisible();
});

for (const language of ["en", "ar"] as const)
  test.describe(() => {
    test.use({ locale: formatTag(language), viewport: wide });

    test(`a newsletter starts with the link of its e-mail, and ends on request, in ${language}`, async ({
      page,
    }) => {
      const say = speaker(language);
      const email = `reader-${crypto.randomUUID().slice(0, 8)}@example.org`;
      const journey = { page, say, language, email, name: "Reader" };
      const button = (key: string) => page.getByRole("button", { name: say(`welcome:${key}`) });
      await page.goto("/");
      await page.getByLabel(say("account:fields.name")).fill("Reader");
      await page.getByLabel(say("account:fields.email")).fill(email);
      await button("subscribe.submit").click();
      await expect(page.getByText(say("welcome:subscribe.done"))).toBeVisible();
      const mail = await readMail(page, email, say("mails:confirmSubscription.subject"));
      expect(mail.text).toContain(say("mails:confirmSubscription.text"));
      const link = linkIn(mail, "/subscribed");
      await page.goto(link);
      await expect(button("subscribed.leave")).toBeVisible();
      await examine(journey);
      await button("subscribed.confirm").click();
      await expect(page.getByText(say("welcome:subscribed.confirmed"))).toBeVisible();
      await expect(button("subscribed.confirm")).toHaveCount(0);
      await examine(journey);
      await button("subscribed.leave").click();
      await expect(page.getByText(say("welcome:subscribed.left"))).toBeVisible();
      await page.goto(link);
      await expect(page.getByText(say("problems:wrongLink"))).toBeVisible();
      await examine(journey);
    });
  });

test("empty fields are reported as required, and a link without its token as wrong", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByRole("button", { name: english("login:submit"), exact: true }).click();
  await expect(page.getByText(english("problems:required"))).toHaveCount(2);
  await page.goto("/resetpwd");
  await page.getByLabel(english("account:password.new"), { exact: true }).fill(first);
  await page.getByLabel(english("account:password.again"), { exact: true }).fill(first);
  await page.getByRole("button", { name: english("account:reset.submit") }).click();
  await expect(page.getByText(english("problems:wrongLink"))).toBeVisible();
});
