import { expect, type Page, test } from "@playwright/test";
import { confirmIdentity } from "../support/confirm-identity.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { sendLogin, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { ANY_DIGITS, patternOf, speaker } from "../support/texts.ts";

const say = speaker("en");
const own = spareSitesOf("user-tokens").map(({ name }) => name);
const [first = "", last = ""] = [own[0], own.at(-1)];

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.31" } });

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

const chosen = (count: number) => say("user:tokens.sites.chosen", { chosen: count, most: 100 });

/** What a token lists, and its end. */
async function useAndRevoke(page: Page, name: string): Promise<string[]> {
  const tokens = section(page, say("user:tokens.title"));
  const token = await tokens.getByText(/^hp_/).textContent();
  const answer = await page.request.post("/api/site/v3/getListBySearchFilterAndReorder", {
    headers: { Authorization: token ?? "" },
    data: {},
  });
  await expect(tokens.getByRole("listitem").filter({ hasText: name })).toContainText(
    say("sitelist:count", { count: 2 }),
  );
  const revoke = tokens.getByRole("button", { name: say("user:tokens.revokeOne", { name }) });
  await revoke.click();
  await expect(revoke).toHaveCount(0);
  const { list } = (await answer.json()).data as { list: { name: string }[] };
  return list.map((site) => site.name);
}

test("a token is limited to searched and ticked sites, by keyboard on a phone", async ({
  page,
}) => {
  const complaints = watchPage(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, accountOf("user-tokens"));
  await page.goto("/user");
  await awaitAlive(page);
  const tokens = section(page, say("user:tokens.title"));
  const status = tokens.getByRole("status");
  await expect(tokens.getByRole("searchbox")).toBeHidden();
  await tokens.getByLabel(say("user:tokens.sites.all")).focus();
  await page.keyboard.press("ArrowDown");
  await expect(status).toHaveText(patternOf(say("sitelist:count", { count: ANY_DIGITS })));
  await tokens.getByLabel(say("user:tokens.name"), { exact: true }).fill("Chosen");
  await page.keyboard.press("Enter");
  await expect(tokens.getByText(say("user:tokens.sites.required"))).toBeVisible();
  await expect(tokens.getByRole("searchbox")).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.type(`${first.slice(0, -1)}`);
  await page.keyboard.press("Enter");
  await tokens.getByRole("checkbox", { name: new RegExp(`^${first} `) }).press("Space");
  await expect(tokens.getByText(chosen(1))).toBeVisible();
  await tokens.getByRole("searchbox").fill(last);
  await expect(tokens.getByText(say("user:tokens.sites.others"))).toBeVisible();
  await tokens.getByRole("checkbox", { name: new RegExp(`^${last} `) }).press("Space");
  await expect(tokens.getByText(chosen(2))).toBeVisible();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await tokens.getByLabel(say("user:tokens.name"), { exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: say("common:identity.title") });
  await expect(dialog.getByLabel(say("common:identity.password"))).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  // Cancelled, nothing is created; a wrong password is asked for again.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(tokens.getByText(/^hp_/)).toHaveCount(0);
  // A slow phone needs some time between the answer and the end of the call, in which Enter must not be lost.
  const phone = await page.context().newCDPSession(page);
  await phone.send("Emulation.setCPUThrottlingRate", { rate: 12 });
  await tokens.getByLabel(say("user:tokens.name"), { exact: true }).press("Enter");
  await confirmIdentity(page, "not my password");
  await expect(dialog.getByText(say("problems:wrongPassword"))).toBeVisible();
  await phone.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await expect(dialog.getByLabel(say("common:identity.password"))).toBeFocused();
  await confirmIdentity(page, accountOf("user-tokens").password);
  expect((await useAndRevoke(page, "Chosen")).sort()).toEqual([first, last].sort());
  await expect(tokens.getByLabel(say("user:tokens.sites.all"))).toBeChecked();
  expect(complaints).toEqual([]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("selected sites are kept from page to page and after a refusal", async ({ page }) => {
    await sendLogin(page, accountOf("user-tokens"));
    await page.goto("/user");
    const tokens = section(page, say("user:tokens.title"));
    const press = (name: string) => tokens.getByRole("button", { name, exact: true }).click();
    const box = tokens.getByRole("checkbox");
    const second = patternOf(say("common:pager.page", { page: 2, pages: ANY_DIGITS }));
    await tokens.getByLabel(say("user:tokens.sites.some")).check();
    await press(say("user:tokens.sites.find"));
    await box.first().check();
    await press(say("common:pager.next"));
    await expect(tokens.getByText(second)).toBeVisible();
    await expect(tokens.getByText(say("user:tokens.sites.others"))).toBeVisible();
    await box.first().check();
    await press(say("user:tokens.make"));
    await expect(tokens.getByText(say("problems:required"))).toBeVisible();
    await expect(tokens.getByRole("checkbox", { checked: true })).toHaveCount(2);
    // Enter looks for what is typed to look for, and makes the token everywhere else.
    const name = tokens.getByLabel(say("user:tokens.name"), { exact: true });
    await name.fill("Plain");
    await tokens.getByRole("searchbox").fill(first);
    await tokens.getByRole("searchbox").press("Enter");
    await expect(tokens.getByText(/^hp_/)).toHaveCount(0);
    await expect(tokens.getByRole("checkbox", { checked: true })).toHaveCount(2);
    await name.press("Enter");
    // Without scripts the form itself asks for the password, and keeps what was chosen.
    await tokens
      .getByLabel(say("common:identity.password"))
      .fill(accountOf("user-tokens").password);
    await press(say("user:tokens.make"));
    expect(await useAndRevoke(page, "Plain")).toHaveLength(2);
  });
});
