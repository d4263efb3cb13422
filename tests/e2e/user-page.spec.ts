import { expect, type Page, request, test } from "@playwright/test";
import { confirmIdentity } from "../support/confirm-identity.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { makeAccount, password } from "../support/make-account.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { makePng } from "../support/picture-files.ts";
import { codeIn, readMail } from "../support/read-mailbox.ts";
import { signIn } from "../support/sign-in.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const { accounts, url } = readE2eServer();

/** The page's own session counts where the page is ours. */
const asPage = { Origin: new URL(url).origin };

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.30" } });

type Answer = Record<string, string>;

async function post(page: Page, path: string, body: object, headers = {}): Promise<Answer> {
  const answer = await page.request.post(`/api${path}`, { headers, data: body });
  expect(answer.status(), path).toBe(200);
  return (await answer.json()).data;
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function changeProfile(page: Page): Promise<void> {
  const profile = section(page, say("user:profile.title"));
  const phone = profile.getByLabel(say("user:profile.phone"));
  await phone.fill("12");
  await profile.getByRole("button", { name: say("user:save") }).click();
  await expect(phone).toBeFocused();
  await expect(profile.getByText(say("problems:wrongPhone"))).toBeVisible();
  await phone.fill("030 901821");
  await profile.getByLabel(say("user:profile.city")).fill("Bremen");
  await profile.getByRole("button", { name: say("user:save") }).click();
  await expect(profile.getByText(say("user:saved"))).toBeVisible();
  await expect(phone).toHaveValue("+4930901821");
  const preferences = section(page, say("user:preferences.title"));
  const language = preferences.getByLabel(say("user:preferences.mailLanguage"));
  await expect(language.locator(":checked")).toHaveText(say("user:preferences.asPortal"));
  await preferences.getByLabel(say("user:preferences.alarmMails")).uncheck();
  await preferences.getByRole("button", { name: say("user:save") }).click();
  await expect(preferences.getByText(say("user:saved"))).toBeVisible();
  const kept = async () => (await post(page, "/user/v2/get", {}, asPage)).mailLanguage;
  expect(await kept()).toBe(null);
  await language.selectOption("fr");
  await preferences.getByRole("button", { name: say("user:save") }).click();
  await expect.poll(kept).toBe("fr");
}

/** Known and unknown addresses are answered alike; a refusal is shown beside the row. */
async function keepGroup(page: Page): Promise<void> {
  const group = section(page, say("user:group.title"));
  const email = group.getByLabel(say("user:group.email"));
  const add = (address: string) => email.fill(address).then(() => email.press("Enter"));
  await expect(group.getByText(say("user:group.empty"))).toBeVisible();
  await add("");
  await expect(group.getByText(say("problems:required"))).toBeVisible();
  await add("not-an-address");
  await expect(group.getByText(say("problems:wrongEmail"))).toBeVisible();
  await expect(email).toBeFocused();
  for (const address of [accounts.owner.account, "unknown@example.net"]) {
    await add(address);
    await expect(group.getByText(say("user:group.added", { email: address }))).toBeVisible();
    await expect(email).toHaveValue("");
  }
  const rows = group.getByRole("listitem");
  await expect(rows).toHaveCount(2);
  expect(await findBarriers(page)).toEqual([]);
  const id = rows.first().locator("[name=id]");
  const known = await id.inputValue();
  const write = (value: string) => id.evaluate(assignValue, value);
  await write("none");
  const name = say("user:group.removeOne", { email: "unknown@example.net" });
  const remove = group.getByRole("button", { name });
  await remove.press("Enter");
  await expect(rows.first().getByRole("alert")).toBeVisible();
  await expect(remove).toBeFocused();
  await write(known);
  await remove.press("Enter");
  await expect(rows).toHaveCount(1);
  await expect(group.getByRole("heading")).toBeFocused();
}

/** A file that is no picture is refused; a picture is cut to a square, and removed again. */
async function changePicture(page: Page): Promise<void> {
  const picture = section(page, say("user:avatar.title"));
  const open = () => picture.getByRole("button", { name: say("user:avatar.change") }).click();
  const dialog = page.getByRole("dialog", { name: say("user:avatar.dialog") });
  const save = dialog.getByRole("button", { name: say("user:save") });
  await open();
  await dialog.getByLabel(say("user:avatar.useDefault")).uncheck();
  const choose = (name: string, buffer: Buffer) =>
    dialog
      .getByLabel(say("user:avatar.file"))
      .setInputFiles({ name, mimeType: "image/png", buffer: Buffer.from(buffer) });
  await choose("words.png", Buffer.from("no picture"));
  await expect(dialog.getByText(say("problems:pictureBroken"))).toBeVisible();
  await choose("me.png", makePng(600, 450));
  await dialog.getByLabel(say("branding:crop.zoom")).press("ArrowRight");
  const uploads = page.waitForResponse("**/upload/image");
  await save.click();
  // Sealed by the page, so that no intermediary learns where the picture is.
  expect((await (await uploads).json()).data).not.toContain("/");
  const shown = picture.locator("img[src^='/files/']");
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate(sizeOf)).toEqual([400, 400]);
  await open();
  await dialog.getByLabel(say("user:avatar.useDefault")).check();
  await save.click();
  await expect(shown).toHaveCount(0);
}

function assignValue(input: SVGElement | HTMLElement, value: string): void {
  (input as HTMLInputElement).value = value;
}

function sizeOf(image: SVGElement | HTMLElement): number[] {
  const { naturalWidth, naturalHeight } = image as HTMLImageElement;
  return [naturalWidth, naturalHeight];
}

/** A token is shown once, and calls until it is revoked; a session elsewhere is ended. */
async function endAccess(page: Page, account: string): Promise<void> {
  const tokens = section(page, say("user:tokens.title"));
  const name = tokens.getByLabel(say("user:tokens.name"), { exact: true });
  await tokens.getByRole("button", { name: say("user:tokens.make") }).click();
  await expect(name).toBeFocused();
  await name.fill("Home automation");
  await tokens.getByRole("button", { name: say("user:tokens.make") }).click();
  await confirmIdentity(page, password);
  const token = await tokens.getByText(/^hp_/).textContent();
  // In another browser: in this one it would end the session that is there.
  const away = await request.newContext({ baseURL: url });
  const login = await away.post("/api/auth/v2/login", { data: { account, password } });
  const { token: elsewhere } = (await login.json()).data as { token: string };
  await away.dispose();
  const use = async (authorization: string) => {
    const headers = { Authorization: authorization };
    const answer = await page.request.post("/api/user/v2/get", { headers, data: {} });
    return answer.status();
  };
  expect([await use(token ?? ""), await use(elsewhere)]).toEqual([200, 200]);
  await page.reload();
  await awaitAlive(page);
  await expect(tokens.getByText(/^hp_/)).toHaveCount(0);
  const sessions = section(page, say("user:sessions.title"));
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await sessions.getByRole("button").click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  const revoke = say("user:tokens.revokeOne", { name: "Home automation" });
  await tokens.getByRole("button", { name: revoke }).click();
  await expect(tokens.getByRole("listitem")).toHaveCount(0);
  expect([await use(token ?? ""), await use(elsewhere)]).toEqual([401, 501]);
}

const sayInFrench = speaker("fr");
const OLD_CODE = sayInFrench("mails:oldEmailCode.subject");
const NEW_CODE = sayInFrench("mails:newEmailCode.subject");

const addressOf = (page: Page) => {
  const address = section(page, say("user:email.title"));
  return {
    address,
    code: address.getByLabel(say("user:email.code")),
    fresh: address.getByLabel(say("user:email.address")),
    press: (name: string) => address.getByRole("button", { name, exact: true }).click(),
  };
};

/** Wrong codes and addresses are reported at their fields. */
async function refuseEmails(page: Page, email: string): Promise<void> {
  const { address, code, fresh, press } = addressOf(page);
  await press(say("user:email.submit.start"));
  const mail = await readMail(page, email, OLD_CODE);
  await code.fill("12");
  await press(say("user:email.submit.old"));
  await expect(address.getByText(say("problems:wrongCode"))).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(codeIn(mail));
  await press(say("user:email.submit.old"));
  await fresh.fill("not-an-address");
  await press(say("user:email.submit.new"));
  await expect(address.getByText(say("problems:wrongEmail"))).toBeVisible();
}

/** A code that another user has just requested for an address is not reported. */
async function refuseUsedUp(page: Page): Promise<void> {
  const { address, fresh, press } = addressOf(page);
  const email = `wanted-${crypto.randomUUID()}@example.org`;
  const { token = "" } = await post(page, "/auth/v2/login", accounts.monitor);
  const asked = await page.request.post("/api/user/v2/emailCaptcha", {
    headers: { Authorization: token },
    data: { kind: "new", email },
  });
  expect(asked.status()).toBe(200);
  await fresh.fill(email);
  await press(say("user:email.submit.new"));
  await expect(address.getByRole("alert")).toBeVisible();
  await expect(fresh).toHaveValue(email);
}

/** A call that fails leaves the change where it is, with everything that was typed. */
async function changeEmail(page: Page): Promise<string> {
  const { address, code, fresh, press } = addressOf(page);
  const email = `moved-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await fresh.fill(email);
  await press(say("user:email.submit.new"));
  await code.fill(codeIn(await readMail(page, email, NEW_CODE)));
  await page.route(/\/user\.data/, (route) => route.abort(), { times: 1 });
  await press(say("user:email.submit.confirm"));
  const alert = page.getByRole("alert").filter({ hasText: say("problems:noServer") });
  await expect(alert).toBeVisible();
  await expect(code).toHaveValue(/^\d{6}$/);
  await press(say("user:email.submit.confirm"));
  await expect(address.getByText(say("user:email.status.done", { email }))).toBeVisible();
  return email;
}

/** Where the first code has ended by the last step, another one is asked for. */
async function outliveCode(page: Page, email: string): Promise<void> {
  const { address, code, fresh, press } = addressOf(page);
  await page.reload();
  await awaitAlive(page);
  await press(say("user:email.submit.start"));
  const mail = await readMail(page, email, OLD_CODE);
  await code.fill(codeIn(mail));
  await press(say("user:email.submit.old"));
  const wanted = `later-${email}`;
  await fresh.fill(wanted);
  await press(say("user:email.submit.new"));
  const last = await readMail(page, wanted, NEW_CODE);
  const wrong = codeIn(mail) === "000000" ? "000001" : "000000";
  const guess = { headers: asPage, data: { code: wrong } };
  for (let attempts = 0; attempts < 5; attempts += 1)
    expect((await page.request.post("/api/user/v2/emailVerify", guess)).status()).toBe(422);
  await code.fill(codeIn(last));
  await press(say("user:email.submit.confirm"));
  await expect(address.getByText(say("user:email.status.expired", { email }))).toBeVisible();
  await press(say("user:email.again"));
  await expect(address.getByText(say("problems:codeJustSent"))).toBeVisible();
  await expect(code).toBeFocused();
}

async function deleteAccount(page: Page, email: string): Promise<void> {
  const deletion = section(page, say("user:deletion.title"));
  await deletion.getByText(say("user:deletion.open")).click();
  const submit = async (account: string, secret: string) => {
    await deletion.getByLabel(say("user:deletion.account")).fill(account);
    await deletion.getByLabel(say("user:deletion.password")).fill(secret);
    await deletion.getByRole("button").click();
  };
  await submit("another user", password);
  await expect(deletion.getByText(say("user:deletion.otherAccount"))).toBeVisible();
  await submit(email, "notmine1");
  await expect(deletion.getByText(say("problems:wrongPassword"))).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await submit(email, password);
  await page.waitForURL("**/login?reason=deleted");
  await expect(page.getByText(say("account:deleted"))).toBeVisible();
}

test("input errors are shown beside their fields, ended sessions end, and the account is deleted", async ({
  page,
}) => {
  // A long way on a slow machine: nothing here is held to seconds.
  test.slow();
  const complaints = watchPage(page);
  const email = await makeAccount(page, "Mover");
  await signIn(page, { account: email, password });
  await page.goto("/user");
  await awaitAlive(page);
  await changeProfile(page);
  await changePicture(page);
  await keepGroup(page);
  await endAccess(page, email);
  await refuseEmails(page, email);
  await refuseUsedUp(page);
  const moved = await changeEmail(page);
  await outliveCode(page, moved);
  await deleteAccount(page, moved);
  expect(complaints).toEqual([]);
});

test("the demo account has no user page, and a phone shows all of it", async ({ page }) => {
  await signIn(page, accounts.demo);
  await page.goto("/user");
  await expect(page).toHaveURL(/\/sitelist\?notice=notAllowed$/);
  await expect(page.getByText(say("sitelist:notAllowed"))).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.context().clearCookies();
  await signIn(page, accounts.monitor);
  await page.goto("/user");
  await expect(page.getByRole("heading", { name: say("user:title") })).toBeVisible();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});
