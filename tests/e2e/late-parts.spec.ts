import { expect, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { signIn } from "../support/sign-in.ts";

const { accounts } = readE2eServer();
const TEXTS = /\/assets\/around-/;

test("a part whose texts do not come while one is offline takes nothing away, and comes later", async ({
  page,
  context,
}) => {
  const gone = Promise.withResolvers<void>();
  const asked = page.waitForRequest(TEXTS);
  const leave = async (route: { abort(code: string): Promise<void> }) => {
    await gone.promise;
    await route.abort("internetdisconnected");
  };
  await page.route(TEXTS, leave, { times: 1 });
  await signIn(page, accounts.monitor);
  await asked;
  const failed = page.waitForEvent("requestfailed");
  await context.setOffline(true);
  gone.resolve();
  await failed;
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect(page.locator("[data-energy]")).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.locator("[data-energy]")).toBeVisible();
});
