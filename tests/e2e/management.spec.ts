import { expect, type Locator, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { password } from "../support/make-account.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { codeIn, linkIn, readMail } from "../support/read-mailbox.ts";
import { openSite, signIn } from "../support/sign-in.ts";

const { accounts } = readE2eServer();
const SITE = "Nordlys hytte";
const SOON = "2031-11-28";

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.41" } });

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openPeople(page: Page): Promise<void> {
  await page.getByRole("link", { name: "People" }).click();
  await expect(page.getByRole("heading", { name: "People and rights" })).toBeVisible();
  await awaitAlive(page);
}

/** By keyboard alone; a refusal takes the focus to its field and keeps the rest. */
async function invite(page: Page, email: string): Promise<void> {
  const members = section(page, "People and rights");
  await members.getByRole("button", { name: "Invite somebody" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Invite somebody" });
  const address = dialog.getByLabel("E-mail address");
  await dialog.getByRole("radio", { name: /^Full function/ }).press("Space");
  await dialog.getByLabel("Until", { exact: true }).fill(SOON);
  await address.fill("nobody");
  await address.press("Enter");
  await expect(dialog.getByText("This is not an e-mail address")).toBeVisible();
  await expect(address).toBeFocused();
  await expect(dialog.getByLabel("Until", { exact: true })).toHaveValue(SOON);
  expect(await findBarriers(page)).toEqual([]);
  await address.fill(email);
  await address.press("Enter");
  await expect(members.getByText(`The invitation to ${email} is on its way.`)).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Whoever has no account comes to the registration with the address that was invited. */
async function registerInvited(page: Page, email: string): Promise<void> {
  const mail = await readMail(page, email, "You are invited to a site");
  // Nothing that users wrote goes to an address that is not confirmed.
  expect(mail.text).not.toContain(SITE);
  await page.goto(linkIn(mail, "/register"));
  await awaitAlive(page);
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await page.getByLabel("Name", { exact: true }).fill("Nora New");
  await page.getByRole("button", { name: "Send code" }).click();
  const code = codeIn(await readMail(page, email, "Your code for the registration"));
  await page.getByLabel("Verification code").fill(code);
  await page.locator("select").selectOption("DE");
  await page.getByLabel("City").fill("Berlin");
  await page.getByLabel("Phone").fill("030 901820");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Repeat the password").fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.goto(linkIn(await readMail(page, email, "Confirm your e-mail address"), "/activate"));
  await awaitAlive(page);
  await page.getByRole("button", { name: "Activate" }).click();
  await page.getByLabel("Account or e-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/sitelist");
}

const sharing = (page: Page) => page.getByRole("dialog", { name: "Share this site" });

async function openSharing(page: Page): Promise<Locator> {
  await page.getByRole("link", { name: "Share", exact: true }).click();
  const dialog = sharing(page);
  await expect(dialog.getByRole("checkbox", { name: "Share by a link" })).toBeVisible();
  return dialog;
}

async function closeSharing(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(sharing(page)).toBeHidden();
}

/** The link by which the site is shared from now on. */
async function shareSite(page: Page): Promise<string> {
  const dialog = await openSharing(page);
  const enable = dialog.getByRole("checkbox", { name: "Share by a link" });
  if (!(await enable.isChecked())) await enable.click();
  const field = dialog.getByLabel("Link", { exact: true });
  await expect(field).toHaveValue(/\/share\?tk=[\w-]{24}$/);
  const link = await field.inputValue();
  await closeSharing(page);
  return link;
}

/** The page says that whoever is out may know the link: it gets another one, by keyboard, and goes in the end. */
async function renewLink(page: Page, name: string, oldLink: string): Promise<void> {
  const members = section(page, "People and rights");
  const known = members
    .getByRole("status")
    .filter({ hasText: `${name} was removed, and may know` });
  await expect(known).toBeVisible();
  // Where the focus was is gone with the row.
  await expect(members.getByRole("heading", { name: "People and rights" })).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await members.getByRole("button", { name: "Make a new link" }).press("Enter");
  await expect(
    members.getByRole("status").filter({ hasText: "The old one is dead" }),
  ).toBeVisible();
  await expect(members.getByRole("button", { name: "Make a new link" })).toBeHidden();
  expect((await page.request.get(oldLink)).status()).toBe(404);
  const dialog = await openSharing(page);
  const field = dialog.getByLabel("Link", { exact: true });
  await expect(field).toHaveValue(/\/share\?tk=[\w-]{24}$/);
  await expect(field).not.toHaveValue(oldLink);
  expect((await page.request.get(await field.inputValue())).status()).toBe(200);
  await dialog.getByRole("checkbox", { name: "Share by a link" }).click();
  await expect(dialog.getByText("The link is gone")).toBeVisible();
  await closeSharing(page);
}

test("somebody is invited, registers, accepts, has full function until a date, and is out when removed", async ({
  page,
  browser,
}) => {
  test.slow();
  const complaints = watchPage(page);
  const email = `nora-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await signIn(page, accounts.owner);
  await openSite(page, SITE);
  await openPeople(page);
  await invite(page, email);
  const waiting = section(page, "Pending authorisation");
  await expect(waiting.getByText(email)).toBeVisible();
  await expect(waiting.getByText("Full function, until 2031-11-28")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  const nora = await (
    await browser.newContext({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.42" } })
  ).newPage();
  await registerInvited(nora, email);
  const invitations = nora.getByRole("region", { name: "Invitations" });
  await expect(invitations.getByText("As: Full function, until 2031-11-28")).toBeVisible();
  await invitations
    .getByRole("button", { name: `Accept the invitation to ${SITE}` })
    .press("Enter");
  await expect(invitations).toBeHidden();
  await openSite(nora, SITE);
  await expect(nora.getByText("Live", { exact: true }).first()).toBeVisible();

  await page.reload();
  await awaitAlive(page);
  const row = section(page, "People and rights").getByRole("listitem").filter({ hasText: email });
  await expect(row.getByText("until 2031-11-28")).toBeVisible();
  await row.getByRole("switch").or(row.getByRole("checkbox")).check();
  await row.getByRole("button", { name: "Change the right of Nora New" }).click();
  const dialog = page.getByRole("dialog", { name: "Right of Nora New" });
  await dialog.getByRole("button", { name: /^Until (Friday|Sunday)$/ }).press("Enter");
  await expect(dialog.getByLabel("Until", { exact: true })).not.toHaveValue("2031-11-28");
  await dialog.getByRole("button", { name: "No end" }).press("Enter");
  await expect(dialog.getByLabel("Until", { exact: true })).toHaveValue("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row.getByText("until 2031-11-28")).toBeHidden();
  await expect(row.getByRole("checkbox")).toBeChecked();

  const oldLink = await shareSite(page);
  await row.getByRole("button", { name: "Remove Nora New" }).press("Enter");
  const confirm = page.getByRole("alertdialog");
  await expect(confirm.getByRole("button", { name: "Cancel" })).toBeFocused();
  await confirm.getByRole("button", { name: "Remove" }).press("Enter");
  // How soon is for the stopwatch: here nothing may fail because a machine is slow.
  await expect(nora.getByRole("alert")).toBeVisible();
  await expect(row).toBeHidden();
  await renewLink(page, "Nora New", oldLink);
  await readMail(page, email, "Your access to a site has ended");
  await nora.goto("/sitelist");
  await expect(nora.getByRole("link", { name: SITE })).toBeHidden();

  const history = section(page, "History of rights").getByRole("listitem");
  const name = "Olivia Owner";
  await expect(history.nth(0)).toContainText(`${name} removed Nora New`);
  await expect(history.nth(1)).toContainText(`${name} changed how long Nora New has access`);
  await expect(history.nth(2)).toContainText("Nora New accepted the invitation");
  await expect(history.nth(3)).toContainText(`${name} invited ${email}`);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await nora.context().close();
});
