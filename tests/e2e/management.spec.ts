import { expect, type Locator, type Page, test } from "@playwright/test";
import { formatDateText } from "#domain/units/date-text.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { password } from "../support/make-account.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { codeIn, linkIn, readMail } from "../support/read-mailbox.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { patternOf, speaker } from "../support/texts.ts";

const say = speaker("en");
const { accounts } = readE2eServer();
const SITE = "Nordlys hytte";
const NORA = { name: "Nora New" };
const SOON = "2031-11-28";
const FULL = say("management:roles.full");
const SOON_TEXT = formatDateText(Date.parse(SOON), "UTC", "en");
const FULL_UNTIL_SOON = say("management:upTo", { role: FULL, date: SOON_TEXT });

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.41" } });

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openPeople(page: Page): Promise<void> {
  await page.getByRole("link", { name: say("common:navigation.management") }).click();
  await expect(page.getByRole("heading", { name: say("management:title") })).toBeVisible();
  await awaitAlive(page);
}

/** By keyboard alone; a refusal takes the focus to its field and keeps the rest. */
async function invite(page: Page, email: string): Promise<void> {
  const members = section(page, say("management:title"));
  await members.getByRole("button", { name: say("management:invite.action") }).press("Enter");
  const dialog = page.getByRole("dialog", { name: say("management:invite.title") });
  const address = dialog.getByLabel(say("management:invite.email"));
  const full = `${FULL} ${say("management:roleHints.full")}`;
  await dialog.getByRole("radio", { name: full, exact: true }).press("Space");
  const end = dialog.getByLabel(say("management:accessLevel.end"), { exact: true });
  await end.fill(SOON);
  await address.fill("not-an-address");
  await address.press("Enter");
  await expect(dialog.getByText(say("problems:wrongEmail"))).toBeVisible();
  await expect(address).toBeFocused();
  await expect(end).toHaveValue(SOON);
  expect(await findBarriers(page)).toEqual([]);
  await address.fill(email);
  await address.press("Enter");
  await expect(members.getByText(say("management:invite.done", { email }))).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** A user without an account comes to the registration with the invited address. */
async function registerInvited(page: Page, email: string): Promise<void> {
  const mail = await readMail(page, email, say("mails:invitation.subject"));
  // Nothing that users wrote goes to an address that is not confirmed.
  expect(mail.text).not.toContain(SITE);
  await page.goto(linkIn(mail, "/register"));
  await awaitAlive(page);
  await expect(page.getByLabel(say("account:fields.email"))).toHaveValue(email);
  await page.getByLabel(say("account:fields.name"), { exact: true }).fill(NORA.name);
  await page.getByRole("button", { name: say("account:code.send") }).click();
  const code = codeIn(await readMail(page, email, say("mails:registerCode.subject")));
  await page.getByLabel(say("account:fields.captcha")).fill(code);
  await page.locator("select").selectOption("DE");
  await page.getByLabel(say("account:fields.city")).fill("Berlin");
  await page.getByLabel(say("account:fields.phone")).fill("030 901820");
  await page.getByLabel(say("account:password.first"), { exact: true }).fill(password);
  await page.getByLabel(say("account:password.again")).fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: say("account:register.submit") }).click();
  await page.goto(linkIn(await readMail(page, email, say("mails:activate.subject")), "/activate"));
  await awaitAlive(page);
  await page.getByRole("button", { name: say("account:activate.submit") }).click();
  await page.getByLabel(say("login:account")).fill(email);
  await page.getByLabel(say("login:password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: say("login:submit") }).click();
  await page.waitForURL("**/sitelist");
}

const sharing = (page: Page) => page.getByRole("dialog", { name: say("share:dialog.title") });

async function openSharing(page: Page): Promise<Locator> {
  await page.getByRole("link", { name: say("common:navigation.share"), exact: true }).click();
  const dialog = sharing(page);
  await expect(dialog.getByRole("checkbox", { name: say("share:dialog.enable") })).toBeVisible();
  return dialog;
}

async function closeSharing(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(sharing(page)).toBeHidden();
}

/** The link by which the site is shared from now on. */
async function shareSite(page: Page): Promise<string> {
  const dialog = await openSharing(page);
  const enable = dialog.getByRole("checkbox", { name: say("share:dialog.enable") });
  if (!(await enable.isChecked())) await enable.click();
  const field = dialog.getByLabel(say("share:dialog.link"), { exact: true });
  await expect(field).toHaveValue(/\/share\?tk=[\w-]{24}$/);
  const link = await field.inputValue();
  await closeSharing(page);
  return link;
}

/** The page warns that a removed member may know the link: it gets another one, by keyboard, and is removed in the end. */
async function renewLink(page: Page, name: string, oldLink: string): Promise<void> {
  const members = section(page, say("management:title"));
  const known = members
    .getByRole("status")
    .filter({ hasText: say("management:link.known", { name }) });
  await expect(known).toBeVisible();
  // Where the focus was is gone with the row.
  await expect(members.getByRole("heading", { name: say("management:title") })).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await members.getByRole("button", { name: say("management:link.renew") }).press("Enter");
  await expect(
    members.getByRole("status").filter({ hasText: say("management:link.renewed") }),
  ).toBeVisible();
  await expect(members.getByRole("button", { name: say("management:link.renew") })).toBeHidden();
  expect((await page.request.get(oldLink)).status()).toBe(404);
  const dialog = await openSharing(page);
  const field = dialog.getByLabel(say("share:dialog.link"), { exact: true });
  await expect(field).toHaveValue(/\/share\?tk=[\w-]{24}$/);
  await expect(field).not.toHaveValue(oldLink);
  expect((await page.request.get(await field.inputValue())).status()).toBe(200);
  await dialog.getByRole("checkbox", { name: say("share:dialog.enable") }).click();
  await expect(dialog.getByText(say("share:dialog.ended"))).toBeVisible();
  await closeSharing(page);
}

test("a user is invited, registers, accepts, has full function until a date, and loses access when removed", async ({
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
  const waiting = section(page, say("management:waiting.title"));
  await expect(waiting.getByText(email)).toBeVisible();
  await expect(waiting.getByText(FULL_UNTIL_SOON)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  const nora = await (
    await browser.newContext({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.42" } })
  ).newPage();
  await registerInvited(nora, email);
  const invitations = nora.getByRole("region", { name: say("management:invitations.title") });
  const asked = say("management:invitations.asMember", { role: FULL_UNTIL_SOON });
  await expect(invitations.getByText(asked)).toBeVisible();
  await invitations
    .getByRole("button", { name: say("management:invitations.acceptOne", { site: SITE }) })
    .press("Enter");
  await expect(invitations).toBeHidden();
  await openSite(nora, SITE);
  await expect(nora.getByText(say("site:connection.live"), { exact: true }).first()).toBeVisible();

  await page.reload();
  await awaitAlive(page);
  const members = section(page, say("management:title"));
  const row = members.getByRole("listitem").filter({ hasText: email });
  await expect(row.getByText(say("management:until", { date: SOON_TEXT }))).toBeVisible();
  await row.getByRole("switch").or(row.getByRole("checkbox")).check();
  await row.getByRole("button", { name: say("management:editOne", NORA) }).click();
  const dialog = page.getByRole("dialog", { name: say("management:accessLevel.title", NORA) });
  const weekdays = ["Friday", "Sunday"].map((weekday) =>
    say("management:accessLevel.ends.weekday", { weekday }),
  );
  await dialog.getByRole("button", { name: patternOf(...weekdays) }).press("Enter");
  const end = dialog.getByLabel(say("management:accessLevel.end"), { exact: true });
  await expect(end).not.toHaveValue(SOON);
  await dialog
    .getByRole("button", { name: say("management:accessLevel.ends.never") })
    .press("Enter");
  await expect(end).toHaveValue("");
  await dialog.getByRole("button", { name: say("management:accessLevel.save") }).click();
  await expect(row.getByText(say("management:until", { date: SOON_TEXT }))).toBeHidden();
  await expect(row.getByRole("checkbox")).toBeChecked();

  const oldLink = await shareSite(page);
  await row.getByRole("button", { name: say("management:removeOne", NORA) }).press("Enter");
  const confirm = page.getByRole("alertdialog");
  await expect(confirm.getByRole("button", { name: say("common:actions.cancel") })).toBeFocused();
  await confirm.getByRole("button", { name: say("management:removal.submit") }).press("Enter");
  // How soon is for the stopwatch: here nothing may fail because a machine is slow.
  await expect(nora.getByRole("alert")).toBeVisible();
  await expect(row).toBeHidden();
  await renewLink(page, NORA.name, oldLink);
  await readMail(page, email, say("mails:removed.subject"));
  await nora.goto("/sitelist");
  await expect(nora.getByRole("link", { name: SITE })).toBeHidden();

  const history = section(page, say("management:history.title")).getByRole("listitem");
  const names = { by: "Olivia Owner", person: NORA.name, email };
  for (const [index, kind] of ["removed", "endChanged", "accepted", "invited"].entries())
    await expect(history.nth(index)).toContainText(say(`management:history.kinds.${kind}`, names));
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await nora.context().close();
});
