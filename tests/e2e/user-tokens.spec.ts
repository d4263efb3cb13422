import { expect, type Page, test } from "@playwright/test";
import { confirmIdentity } from "../support/confirm-identity.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { signIn } from "../support/sign-in.ts";

const { accounts, fleet, url } = readE2eServer();
const own = fleet.sites.filter(({ group }) => group === "spare").map(({ name }) => name);
const [first = "", last = ""] = [own[0], own.at(-1)];

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.31" } });

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

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
  const dialog = page.getByRole("dialog", { name: "Confirm it is you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  // Cancelled, nothing is created; a wrong password is asked for again.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(tokens.getByText(/^hp_/)).toHaveCount(0);
  await tokens.getByLabel("Name", { exact: true }).press("Enter");
  await confirmIdentity(page, "not my password");
  await expect(dialog.getByText("Wrong password, please try again")).toBeVisible();
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await confirmIdentity(page, accounts.fleet.password);
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
    // Enter looks for what is typed to look for, and makes the token everywhere else.
    const name = tokens.getByLabel("Name", { exact: true });
    await name.fill("Plain");
    await tokens.getByRole("searchbox").fill(first);
    await tokens.getByRole("searchbox").press("Enter");
    await expect(tokens.getByText(/^hp_/)).toHaveCount(0);
    await expect(tokens.getByRole("checkbox", { checked: true })).toHaveCount(2);
    await name.press("Enter");
    // Without scripts the form itself asks for the password, and keeps what was chosen.
    await tokens.getByLabel("Your password").fill(accounts.fleet.password);
    await press("Make a token");
    expect(await useAndRevoke(page, "Plain")).toHaveLength(2);
  });
});
