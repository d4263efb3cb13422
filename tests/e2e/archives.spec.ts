import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { PortalClient } from "#tools/archives/portal-client.ts";
import { verifyFile } from "#tools/archives/verify-file.ts";
import { confirmIdentity } from "../support/confirm-identity.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { press } from "../support/keyboard.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";
import { findSmallTargets } from "../support/touch-targets.ts";

const { url } = readE2eServer();
const WAYS = [
  { language: "en", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { language: "ar", colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const satisfies { language: Language; [more: string]: unknown }[];
const account = accountOf("archives");

async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
}

for (const [index, { language, colorScheme, viewport }] of WAYS.entries())
  test.describe(language, () => {
    test.use({
      colorScheme,
      viewport,
      hasTouch: viewport.width < 768,
      extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${211 + index}` },
    });
    const say = speaker(language);

    test("a site is archived, downloaded, and imported as another one", async ({
      page,
      context,
    }) => {
      const [name] = [spareSitesOf("archives")[index]?.name ?? ""];
      const complaints = watchPage(page);
      await context.addCookies([{ name: "tbb_language", value: language, url }]);
      await signIn(page, account);
      await openSite(page, name);
      const address = await page.locator('a[href^="/settings"]').first().getAttribute("href");
      await page.goto(address?.replace(/\/settings[^?]*/, "/settings/end") ?? "");
      await awaitAlive(page);
      await expectAccessible(page);
      await press(page, page.getByRole("button", { name: say("archives:site.submit") }));
      const dialog = page.getByRole("dialog", { name: say("common:identity.title") });
      const done = page.getByText(say("archives:site.done"));
      // The identity is confirmed for ten minutes by the first of the two journeys.
      await expect(dialog.or(done)).toBeVisible();
      if (await dialog.isVisible()) await confirmIdentity(page, account.password, say);
      await expect(done).toBeVisible();
      await expectAccessible(page);
      await press(page, page.getByRole("link", { name: say("archives:site.link") }));
      await awaitAlive(page);

      const download = page.getByRole("button", { name: say("archives:downloadOf", { name }) });
      await expect(download).toBeVisible({ timeout: 60_000 });
      const started = page.waitForEvent("download");
      await download.click();
      const path = await (await started).path();
      expect(await verifyFile(path)).toMatchObject({ isValid: true });
      await expectAccessible(page);
      if (viewport.width < 768) expect(await findSmallTargets(page)).toEqual([]);

      const choose = page.getByLabel(say("archives:import.choose"));
      const bytes = readFileSync(path);
      const file = { name: `${language}.zip`, mimeType: "application/zip" };
      const damaged = Buffer.from(bytes);
      damaged[100] = (damaged[100] ?? 0) ^ 1;
      await choose.setInputFiles({ ...file, name: "damaged.zip", buffer: damaged });
      await expect(page.getByText(say("archives:import.done"))).toBeVisible();
      // The account has the entries of the other journey, too.
      await expect(page.getByText(say("archives:failures.changedFile"))).toHaveCount(index + 1, {
        timeout: 60_000,
      });
      const refused = say("archives:refused", { file: "site/00001.ndjson.gz" });
      await expect(page.getByText(refused)).toHaveCount(index + 1);
      await choose.setInputFiles({ ...file, buffer: bytes });
      const open = page.getByRole("link", { name: say("archives:open") });
      await expect(open).toHaveCount(index + 1, {
        timeout: 60_000,
      });
      await expectAccessible(page);
      await page
        .getByRole("region", { name: say("archives:title") })
        .screenshot({ path: test.info().outputPath(`archives-${language}.png`) });
      await press(page, open.first());
      await expect(page.getByRole("link", { name })).toHaveCount(2);
      expect(complaints).toEqual([]);
    });
  });

test("the command exports, verifies and imports a site, and reports a changed file", async () => {
  const [site] = spareSitesOf("archives");
  const client = await PortalClient.signIn(url, account.account, account.password);
  // Other tests of this account have imported sites of the same name.
  const id = await client
    .findSite(site?.name ?? "")
    .catch(({ message }) => /: (\d+)/.exec(message)?.[1]);
  const file = test.info().outputPath("site.zip");
  const run = (...options: string[]) =>
    promisify(execFile)(process.execPath, ["tools/archive.mjs", ...options], {
      env: { ...process.env, HELIOPORT_PASSWORD: account.password },
    });
  const to = ["--account", account.account, "--portal", url];
  const exported = await run("export", file, "--site", `${id}`, ...to);
  expect(exported.stdout).toContain("complete and unchanged");
  const imported = await run("import", file, ...to);
  expect(imported.stdout).toContain(`is imported: ${site?.name}`);
  expect((await run("verify", file)).stdout).toContain(`Written by ${url}`);
  const bytes = readFileSync(file);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  const damaged = test.info().outputPath("damaged.zip");
  writeFileSync(damaged, bytes);
  const refused = await run("verify", damaged).catch((error) => error);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("site/00001")]);
});

test("deleting an account offers its archive first", async ({ page }) => {
  const say = speaker("en");
  await signIn(page, account);
  await page.goto("/user");
  await awaitAlive(page);
  await page.getByText(say("user:deletion.open")).click();
  await press(page, page.getByRole("link", { name: say("archives:beforeDeletion") }));
  await expect(page).toHaveURL(/#archives$/);
  await press(page, page.getByRole("button", { name: say("archives:own.submit") }));
  const dialog = page.getByRole("dialog", { name: say("common:identity.title") });
  const done = page.getByText(say("archives:own.done"));
  await expect(dialog.or(done)).toBeVisible();
  if (await dialog.isVisible()) await confirmIdentity(page, account.password, say);
  await expect(done).toBeVisible();
  await expect(page.getByText(say("archives:kinds.person"))).toBeVisible();
});
