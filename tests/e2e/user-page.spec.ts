import { expect, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { makePng } from "../support/picture-files.ts";
import { codeIn, linkIn, readMail } from "../support/read-mailbox.ts";
import { signIn } from "../support/sign-in.ts";

const { accounts, fleet, url } = readE2eServer();
const own = fleet.sites.filter(({ group }) => group === "spare").map(({ name }) => name);
const [first = "", last = ""] = [own[0], own.at(-1)];
const password = "Kw7xTq20";

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.30" } });

async function post(page: Page, path: string, body: object): Promise<Record<string, string>> {
  const answer = await page.request.post(`/api${path}`, { data: body });
  expect(answer.status(), path).toBe(200);
  return (await answer.json()).data;
}

/** An account of the journey's own, which it may change and delete. */
async function makeAccount(page: Page, name: string): Promise<string> {
  const email = `${name.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await post(page, "/user/v2/register/emailCaptcha", { email });
  await post(page, "/user/v3/register", {
    name,
    email,
    phone: "030 901820",
    country: "DE",
    city: "Berlin",
    password,
    confirmPassword: password,
    agreement: true,
    captcha: codeIn(await readMail(page, email, "Your code for the registration")),
  });
  const link = linkIn(await readMail(page, email, "Confirm your e-mail address"), "/activate");
  await post(page, "/auth/v2/activate", { token: new URL(link, url).searchParams.get("token") });
  return email;
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function changeProfile(page: Page): Promise<void> {
  const profile = section(page, "About you");
  await profile.getByLabel("Phone").fill("12");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByLabel("Phone")).toBeFocused();
  await expect(profile.getByText("This is not a phone number of that country")).toBeVisible();
  await profile.getByLabel("Phone").fill("030 901821");
  await profile.getByLabel("City").fill("Bremen");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByText("Saved.")).toBeVisible();
  await expect(profile.getByLabel("Phone")).toHaveValue("+4930901821");
  const preferences = section(page, "Preferences");
  await preferences.getByLabel("Alarms by e-mail").uncheck();
  await preferences.getByLabel("Language of e-mails").selectOption("fr");
  await preferences.getByRole("button", { name: "Save" }).click();
  await expect(preferences.getByText("Saved.")).toBeVisible();
}

/** What is no picture is told; a picture is cut to a square, and goes again. */
async function changePicture(page: Page): Promise<void> {
  const picture = section(page, "Picture");
  const open = () => picture.getByRole("button", { name: "Change the picture" }).click();
  const dialog = page.getByRole("dialog", { name: "Your picture" });
  const save = dialog.getByRole("button", { name: "Save" });
  await open();
  await dialog.getByLabel("Use the default picture").uncheck();
  const choose = (name: string, buffer: Buffer) =>
    dialog
      .getByLabel("Choose a picture")
      .setInputFiles({ name, mimeType: "image/png", buffer: Buffer.from(buffer) });
  await choose("words.png", Buffer.from("no picture"));
  await expect(dialog.getByText("This is not a GIF, JPEG or PNG picture")).toBeVisible();
  await choose("me.png", makePng(600, 450));
  await dialog.getByLabel("Zoom").press("ArrowRight");
  const uploads = page.waitForResponse("**/upload/image");
  await save.click();
  // Sealed by the page, so that nobody on the way learns where the picture is.
  expect((await (await uploads).json()).data).not.toContain("/");
  const shown = picture.locator("img[src^='/files/']");
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate(sizeOf)).toEqual([400, 400]);
  await open();
  await dialog.getByLabel("Use the default picture").check();
  await save.click();
  await expect(shown).toHaveCount(0);
}

function sizeOf(image: SVGElement | HTMLElement): number[] {
  const { naturalWidth, naturalHeight } = image as HTMLImageElement;
  return [naturalWidth, naturalHeight];
}

/** A token is shown once, and calls until it is revoked; a session elsewhere is ended. */
async function endAccess(page: Page, account: string): Promise<void> {
  const tokens = section(page, "Access tokens");
  await tokens.getByRole("button", { name: "Make a token" }).click();
  await expect(tokens.getByLabel("Name", { exact: true })).toBeFocused();
  await tokens.getByLabel("Name", { exact: true }).fill("Home automation");
  await tokens.getByRole("button", { name: "Make a token" }).click();
  const token = await tokens.getByText(/^hp_/).textContent();
  const { token: elsewhere = "" } = await post(page, "/auth/v2/login", { account, password });
  const use = async (authorization: string) => {
    const headers = { Authorization: authorization };
    const answer = await page.request.post("/api/user/v2/get", { headers, data: {} });
    return answer.status();
  };
  expect([await use(token ?? ""), await use(elsewhere)]).toEqual([200, 200]);
  await page.reload();
  await awaitAlive(page);
  await expect(tokens.getByText(/^hp_/)).toHaveCount(0);
  const sessions = section(page, "Where you are signed in");
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await sessions.getByRole("button").click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await tokens.getByRole("button", { name: "Revoke: Home automation" }).click();
  await expect(tokens.getByRole("listitem")).toHaveCount(0);
  expect([await use(token ?? ""), await use(elsewhere)]).toEqual([401, 501]);
}

/** Wrong codes and addresses are told where they are typed. */
async function refuseEmails(page: Page, email: string): Promise<void> {
  const address = section(page, "E-mail address");
  const press = (name: string) => address.getByRole("button", { name, exact: true }).click();
  await press("Change the address");
  const mail = await readMail(page, email, "Votre code pour changer d’adresse e-mail");
  await address.getByLabel("Code of six digits").fill("12");
  await press("Check the code");
  await expect(address.getByText("This code is wrong or no longer valid")).toBeVisible();
  await expect(address.getByLabel("Code of six digits")).toBeFocused();
  await address.getByLabel("Code of six digits").fill(codeIn(mail));
  await press("Check the code");
  await address.getByLabel("New e-mail address").fill("nobody");
  await press("Send a code there");
  await expect(address.getByText("This is not an e-mail address")).toBeVisible();
}

async function deleteAccount(page: Page, email: string): Promise<void> {
  const deletion = section(page, "Delete the account");
  await deletion.getByText("I want to delete my account").click();
  const submit = async (account: string, secret: string) => {
    await deletion.getByLabel("Name of the account").fill(account);
    await deletion.getByLabel("Password").fill(secret);
    await deletion.getByRole("button").click();
  };
  await submit("somebody else", password);
  await expect(deletion.getByText("This is not the name of your account")).toBeVisible();
  await submit(email, "notmine1");
  await expect(deletion.getByText("Wrong password, please try again")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await submit(email, password);
  await page.waitForURL("**/login*");
}

test("what is typed wrong is told beside it, what is ended has ended, and the account goes", async ({
  page,
}) => {
  const complaints = watchPage(page);
  const email = await makeAccount(page, "Mover");
  await signIn(page, { account: email, password });
  await page.goto("/user");
  await awaitAlive(page);
  await changeProfile(page);
  await changePicture(page);
  await endAccess(page, email);
  await refuseEmails(page, email);
  await deleteAccount(page, email);
  expect(complaints).toEqual([]);
});

test("the demo account has no such page, and a phone shows all of it", async ({ page }) => {
  await signIn(page, accounts.demo);
  await page.goto("/user");
  await expect(page).toHaveURL(/\/sitelist\?notice=notYours$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.context().clearCookies();
  await signIn(page, accounts.monitor);
  await page.goto("/user");
  await expect(page.getByRole("heading", { name: "My account" })).toBeVisible();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

/** What a token lists, and its end. */
async function useAndRevoke(page: Page, name: string): Promise<string[]> {
  const tokens = section(page, "Access tokens");
  const token = await tokens.getByText(/^hp_/).textContent();
  const answer = await page.request.post("/api/site/v3/getListBySearchFilterAndReorder", {
    headers: { Authorization: token ?? "" },
    data: {},
  });
  await expect(tokens.getByRole("listitem").filter({ hasText: name })).toContainText("2 sites");
  await tokens.getByRole("button", { name: `Revoke: ${name}` }).click();
  await expect(tokens.getByRole("button", { name: `Revoke: ${name}` })).toHaveCount(0);
  const { list } = (await answer.json()).data as { list: { name: string }[] };
  return list.map((site) => site.name);
}

test("a token is for the sites that were looked for and ticked, by keyboard on a phone", async ({
  page,
}) => {
  const complaints = watchPage(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, accounts.fleet);
  await page.goto("/user");
  await awaitAlive(page);
  const tokens = section(page, "Access tokens");
  const status = tokens.getByRole("status");
  await expect(tokens.getByRole("searchbox")).toBeHidden();
  await tokens.getByLabel("all my sites").focus();
  await page.keyboard.press("ArrowDown");
  await expect(status).toHaveText(/^\d+ sites$/);
  await tokens.getByLabel("Name", { exact: true }).fill("Chosen");
  await page.keyboard.press("Enter");
  await expect(tokens.getByText("Please choose at least one site")).toBeVisible();
  await expect(tokens.getByRole("searchbox")).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.type(`${first.slice(0, -1)}`);
  await page.keyboard.press("Enter");
  await tokens.getByRole("checkbox", { name: new RegExp(`^${first} `) }).press("Space");
  await expect(tokens.getByText("1 of at most 100 chosen")).toBeVisible();
  await tokens.getByRole("searchbox").fill(last);
  await expect(tokens.getByText("Also chosen")).toBeVisible();
  await tokens.getByRole("checkbox", { name: new RegExp(`^${last} `) }).press("Space");
  await expect(tokens.getByText("2 of at most 100 chosen")).toBeVisible();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await tokens.getByLabel("Name", { exact: true }).press("Enter");
  expect((await useAndRevoke(page, "Chosen")).sort()).toEqual([first, last].sort());
  await expect(tokens.getByLabel("all my sites")).toBeChecked();
  expect(complaints).toEqual([]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a choice of sites stays from page to page and through a refusal", async ({ page }) => {
    await page.request.post("/login", {
      form: { account: accounts.fleet.account, password: accounts.fleet.password },
      headers: { Origin: new URL(url).origin },
    });
    await page.goto("/user");
    const tokens = section(page, "Access tokens");
    const press = (name: string) => tokens.getByRole("button", { name, exact: true }).click();
    const box = tokens.getByRole("checkbox");
    await tokens.getByLabel("only the sites that I choose").check();
    await press("Search");
    await box.first().check();
    await press("Next");
    await expect(tokens.getByText("Page 2 of")).toBeVisible();
    await expect(tokens.getByText("Also chosen")).toBeVisible();
    await box.first().check();
    await press("Make a token");
    await expect(tokens.getByText("This field is required")).toBeVisible();
    await expect(tokens.getByRole("checkbox", { checked: true })).toHaveCount(2);
    await tokens.getByLabel("Name", { exact: true }).fill("Plain");
    await press("Make a token");
    expect(await useAndRevoke(page, "Plain")).toHaveLength(2);
  });
});
