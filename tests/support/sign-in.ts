import type { Page } from "@playwright/test";

/** Signs in as a person does, which ends at the list of sites. */
export async function signIn(
  page: Page,
  { account, password }: { account: string; password: string },
): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Account or e-mail").fill(account);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/sitelist*");
}

/** Opens a site from the list by its name. */
export async function openSite(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name }).first().click();
  await page.waitForURL("**/realtime?*");
}
