import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { speaker } from "../support/texts.ts";

const { accounts, fleet } = readE2eServer();
const { name } = fleet.sites.find(({ group }) => group === "demo") ?? { name: "" };

test("data of a site is ordered, prepared, downloaded and deleted by keyboard", async ({
  page,
}) => {
  const say = speaker("en");
  const complaints = watchPage(page);
  await signIn(page, accounts.owner);
  await openSite(page, name);
  await page.goto(`/chart/download${new URL(page.url()).search}`);
  await awaitAlive(page);
  await expect(page.getByText(say("exports:empty"))).toBeVisible();
  await page.getByRole("button", { name: say("exports:open"), exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: say("exports:open") });
  await dialog.getByLabel(say("exports:kind")).selectOption("power");
  await expect(dialog.getByLabel(say("exports:interval"))).toHaveValue("minutes15");
  const last = dialog.getByLabel(say("exports:end"));
  const lastDay = await last.inputValue();
  await last.fill("2001-01-01");
  const submit = dialog.getByRole("button", { name: say("exports:submit") });
  await submit.press("Enter");
  await expect(last).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await last.fill(lastDay);
  await submit.press("Enter");
  await expect(dialog.getByText(say("exports:done"))).toBeVisible();
  await page.keyboard.press("Escape");
  const row = page.getByRole("list", { name: say("exports:list") }).getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row.getByText(say("exports:states.downloadable"))).toBeVisible({ timeout: 20_000 });
  const badge = say("charts:tabBadge", { text: say("charts:tabs.download"), badge: "1" });
  await expect(page.getByRole("link", { name: badge })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  const started = page.waitForEvent("download");
  await row.getByRole("button", { name: /Download file/ }).press("Enter");
  const download = await started;
  expect(download.suggestedFilename()).toMatch(
    /^[\p{L}\d-]+_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/u,
  );
  const [head, ...lines] = parse(readFileSync(await download.path()), { bom: true }) as string[][];
  expect(head?.[0]).toBe("Time");
  expect(lines.length).toBeGreaterThan(0);
  await page.reload();
  await awaitAlive(page);
  await expect(row.getByText(say("exports:states.downloaded"))).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);

  await row.getByRole("button", { name: /Delete download/ }).press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("exports:delete"), exact: true })
    .press("Enter");
  await expect(page.getByText(say("exports:empty"))).toBeVisible();
  expect(complaints).toEqual([]);
});
