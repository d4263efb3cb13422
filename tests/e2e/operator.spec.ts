import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { press, typeInto } from "../support/keyboard.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { signIn } from "../support/sign-in.ts";
import { speaker } from "../support/texts.ts";

const { accounts, operator, url } = readE2eServer();
const WAYS = [
  { language: "en", viewport: { width: 1280, height: 900 } },
  { language: "ar", viewport: { width: 390, height: 844 } },
] as const satisfies { language: Language; [more: string]: unknown }[];
const CHANNELS = ["push", "webhook", "mail"] as const;
const RULES = "/platform/rules";

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.118" } });
// Both ways change the same rules.
test.describe.configure({ mode: "serial" });

async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
}

/** Changes the present rules, as another operator does meanwhile. */
async function renameRule(page: Page, name: string): Promise<void> {
  const headers = { Origin: new URL(url).origin };
  const call = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/site/v2/alarm/platformRule/${path}`, {
      headers,
      data,
    });
    expect(answer.status(), path).toBe(200);
    return (await answer.json()).data;
  };
  const { version, rules } = await call("list", {});
  const changed = rules.map((rule: object) => ({ ...rule, name }));
  await call("update", { version, rules: changed });
}

for (const { language, viewport } of WAYS)
  test(`an operator sets a rule for all sites by keyboard, and sees deliveries: ${language}`, async ({
    page,
    context,
  }) => {
    const say = speaker(language);
    const complaints = watchPage(page);
    await context.addCookies([{ name: "tbb_language", value: language, url }]);
    await page.setViewportSize(viewport);
    await signIn(page, operator);
    await page.goto("/platform");
    await awaitAlive(page);
    await press(page, page.getByRole("link", { name: say("platform:rules.add") }));
    const field = (key: string) => page.getByLabel(say(`alarms:fields.${key}`), { exact: true });
    await typeInto(page, field("registerName"), "spec value");
    await typeInto(page, field("min"), "0");
    await typeInto(page, field("max"), "100");
    await typeInto(page, field("highAlarm"), "120");
    await typeInto(page, field("highClear"), "90");
    const save = page.getByRole("button", { name: say("platform:editor.save") });
    await press(page, save);
    const tooBig = say("problems:tooBigLimit", { limit: "100" });
    await expect(page.getByText(tooBig)).toBeVisible();
    await expect(field("highAlarm")).toBeFocused();
    await expectAccessible(page);
    await typeInto(page, field("highAlarm"), "99");
    await press(page, save);
    const row = page.getByRole("listitem").filter({ hasText: "spec value" });
    // Direction marks may stand around the limit.
    await expect(row).toContainText("99");
    await expectAccessible(page);

    const edit = say("alarms:rule.edit");
    await row.getByText(edit, { exact: true }).click();
    await expect(save).toBeVisible();
    await renameRule(page, "Renamed");
    await press(page, save);
    await expect(page.getByText(say("alarms:conflict.title"))).toBeVisible();
    await expect(page.getByText("Renamed")).toBeVisible();
    await press(page, save);
    await expect(page).toHaveURL(new RegExp(`${RULES}$`));
    await row.getByText(say("alarms:rule.remove"), { exact: true }).click();
    await page.getByRole("button", { name: say("platform:rules.removeSubmit") }).click();
    await expect(row).toHaveCount(0);

    await page.getByRole("link", { name: say("platform:tabs.deliveries") }).click();
    for (const channel of CHANNELS) {
      const name = say(`platform:deliveries.channel.${channel}`);
      await page.getByRole("link", { name }).click();
      await expect(page.getByRole("link", { name })).toHaveAttribute("aria-current", "true");
    }
    const sent = say("platform:deliveries.state.sent");
    await page.getByRole("link", { name: sent, exact: true }).click();
    await expect(page).toHaveURL(/state=sent/);
    await expectAccessible(page);
    expect(complaints.filter((complaint) => !complaint.includes("422"))).toEqual([]);
  });

test("the pages of the operator are closed to other users", async ({ page }) => {
  const say = speaker("en");
  await signIn(page, accounts.fleet);
  await expect(page.getByRole("link", { name: say("common:navigation.operator") })).toHaveCount(0);
  for (const path of ["/platform", RULES, `${RULES}?rule=new`, "/platform/deliveries"]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
  }
});
