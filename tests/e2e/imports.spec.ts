import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { type Say, speaker } from "../support/texts.ts";
import { findSmallTargets } from "../support/touch-targets.ts";

const { url } = readE2eServer();
const spares = spareSitesOf("imports");
const WAYS = [
  {
    language: "en",
    colorScheme: "light",
    viewport: { width: 1280, height: 900 },
    name: spares[0]?.name ?? "",
  },
  {
    language: "ar",
    colorScheme: "dark",
    viewport: { width: 390, height: 844 },
    name: spares[1]?.name ?? "",
  },
] as const satisfies { language: Language; [more: string]: unknown }[];

const FILE = {
  name: "report.csv",
  mimeType: "text/csv",
  buffer: gunzipSync(readFileSync("tests/fixtures/imports/enphase-report.csv.gz")),
};
const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\n")),
});

async function choose(page: Page, say: Say, file: typeof FILE): Promise<void> {
  const input = page.getByLabel(say("imports:file.choose"));
  await expect(input).toBeEnabled();
  await input.setInputFiles(file);
}
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

for (const { language, colorScheme, viewport, name } of WAYS) {
  test.describe(language, () => {
    test.use({ colorScheme, viewport, hasTouch: viewport.width < 768 });
    test(`a file of another portal is mapped, previewed, imported once and undone: ${language}`, async ({
      page,
      context,
    }) => {
      const say = speaker(language);
      const complaints = watchPage(page);
      await signIn(page, accountOf("imports"));
      await context.addCookies([{ name: "tbb_language", value: language, url }]);
      await openSite(page, name);
      await page.goto(`/settings/imports${new URL(page.url()).search}`);
      await awaitAlive(page);
      await expect(page.getByText(say("imports:list.empty"))).toBeVisible();

      await choose(page, say, csv("notes.csv", ["a,b", "one,two"]));
      await expect(page.getByRole("alert")).toContainText(
        say("imports:file.noTable", { limit: "400" }).slice(0, 20),
      );
      await choose(page, say, FILE);
      const preview = section(page, say("imports:preview.title"));
      await expect(page.getByLabel(say("imports:portals.label"), { exact: true })).toHaveValue(
        "enphase",
      );
      // The site is elsewhere; the clocks of the file are European.
      await page.getByLabel(say("imports:time.zone")).selectOption("Europe/Amsterdam");
      await expect(page.getByLabel(say("imports:time.repeated"))).toHaveCount(0);
      // The sum is that of the file's own column.
      await expect(preview.getByRole("definition").filter({ hasText: "kWh" })).toHaveText(
        language === "en" ? "2,000.524 kWh" : /kWh/,
      );
      await expect(preview.getByText(say("imports:preview.noOverlap"))).toBeVisible();
      await expect(
        preview.getByRole("slider", { name: say("imports:preview.curve") }),
      ).toBeVisible();
      await page.screenshot({ path: `test-results/imports-${language}.png`, fullPage: true });
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      const small = viewport.width < 768 ? await findSmallTargets(page) : [];
      expect(small).toEqual([]);

      await preview.getByRole("button", { name: say("imports:submit") }).press("Enter");
      await expect(page.getByText(say("imports:done"))).toBeVisible();
      const rows = page
        .getByRole("list", { name: say("imports:list.title") })
        .getByRole("listitem");
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText("report.csv");

      // The same file once more changes nothing, also under another name.
      await choose(page, say, { ...FILE, name: "copy.csv" });
      await page.getByLabel(say("imports:time.zone")).selectOption("Europe/Amsterdam");
      await preview.getByRole("button", { name: say("imports:submit") }).click();
      await expect(page.getByText(say("imports:done"))).toBeVisible();
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText("report.csv");

      await page.goto(
        `/chart/history${new URL(page.url()).search}&view=month&date=2024-05-01&chart=solar`,
      );
      await awaitAlive(page);
      await expect(page.getByText(say("charts:quality.imported.name")).first()).toBeAttached();
      await page.goBack();
      await awaitAlive(page);
      await page.screenshot({ path: `test-results/imports-list-${language}.png`, fullPage: true });
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await rows
        .getByRole("button", { name: say("imports:list.undoOf", { name: "report.csv" }) })
        .press("Enter");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: say("imports:list.undo"), exact: true })
        .press("Enter");
      await expect(page.getByText(say("imports:list.empty"))).toBeVisible();
      expect(complaints).toEqual([]);
    });
  });
}

test("skipped hours are refused with their line, and repeated ones are asked for", async ({
  page,
}) => {
  const say = speaker("en");
  await signIn(page, accountOf("imports"));
  await openSite(page, spares[0]?.name ?? "");
  await page.goto(`/settings/imports${new URL(page.url()).search}`);
  await awaitAlive(page);
  const hours = (day: string, list: readonly string[]) => list.map((hour) => `${day} ${hour}:00;1`);
  await choose(
    page,
    say,
    csv("spring.csv", [
      "Time;Production (kWh)",
      ...hours("2025-03-30", ["00", "01", "02", "03", "04"]),
    ]),
  );
  const preview = section(page, say("imports:preview.title"));
  await page.getByLabel(say("imports:time.zone")).selectOption("Europe/Berlin");
  await expect(preview.getByRole("alert")).toContainText("2025-03-30 02:00");
  await expect(preview.getByRole("alert")).toContainText("4");
  const submit = preview.getByRole("button", { name: say("imports:submit") });
  await expect(submit).toHaveAttribute("aria-disabled", "true");

  await choose(
    page,
    say,
    csv("autumn.csv", [
      "Time;Production (kWh)",
      ...hours("2025-10-26", ["00", "01", "02", "03", "04", "05"]),
    ]),
  );
  await page.getByLabel(say("imports:time.zone")).selectOption("Europe/Berlin");
  const asked = page.getByLabel(say("imports:time.repeated"));
  await expect(asked).toHaveValue("");
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  await asked.selectOption("second");
  await expect(submit).toHaveAttribute("aria-disabled", "false");
});

/** The days of a SolarEdge year in which the clocks change, as one file. */
const SOLAREDGE = ["march", "october"].flatMap((month, place) =>
  gunzipSync(readFileSync(`tests/fixtures/imports/solaredge-${month}.csv.gz`))
    .toString()
    .trimEnd()
    .split("\n")
    .slice(place),
);
const VICTRON = [
  "timestamp,Grid to battery,Grid to consumers,PV to battery,PV to grid,PV to consumers,Battery to consumers,Battery to grid",
  "Europe/Amsterdam (+01:00),kWh,kWh,kWh,kWh,kWh,kWh,kWh",
  ...["08", "09", "10", "11", "12"].map(
    (hour) => `2026-03-17 ${hour}:00:00,0.5,1,2,4,8,0.25,0.125`,
  ),
];

for (const { language, colorScheme, viewport, name } of WAYS) {
  test.describe(`${language}, columns`, () => {
    test.use({ colorScheme, viewport, hasTouch: viewport.width < 768 });
    test(`both clock changes of a year need one answer, and paths of energy are added up: ${language}`, async ({
      page,
      context,
    }) => {
      const say = speaker(language);
      const complaints = watchPage(page);
      await signIn(page, accountOf("imports"));
      await context.addCookies([{ name: "tbb_language", value: language, url }]);
      await openSite(page, name);
      await page.goto(`/settings/imports${new URL(page.url()).search}`);
      await awaitAlive(page);
      const portal = page.getByLabel(say("imports:portals.label"), { exact: true });
      const preview = section(page, say("imports:preview.title"));
      const submit = preview.getByRole("button", { name: say("imports:submit") });

      await choose(page, say, csv("solaredge.csv", SOLAREDGE));
      await expect(portal).toHaveValue("solarEdge");
      await page.getByLabel(say("imports:time.zone")).selectOption("Europe/Berlin");
      await expect(preview.getByText(say("imports:preview.skipped", { count: 4 }))).toBeVisible();
      await expect(preview.getByRole("alert")).toHaveCount(0);
      await expect(submit).toHaveAttribute("aria-disabled", "true");
      await page.getByLabel(say("imports:time.repeated")).selectOption("first");
      await expect(submit).toHaveAttribute("aria-disabled", "false");
      if (language === "en")
        await expect(preview.getByRole("definition").filter({ hasText: "kWh" })).toHaveText([
          "88.878 kWh",
          "54.24 kWh",
          "47.143 kWh",
          "95.975 kWh",
        ]);
      await page.screenshot({
        path: `test-results/imports-solaredge-${language}.png`,
        fullPage: true,
      });

      await choose(page, say, csv("victron.csv", VICTRON));
      await expect(portal).toHaveValue("victron");
      const added = preview.getByRole("list", { name: say("imports:preview.added") });
      await expect(added.getByRole("listitem")).toHaveCount(6);
      await expect(added).toContainText("PV to battery + PV to grid + PV to consumers");
      await page.screenshot({
        path: `test-results/imports-victron-${language}.png`,
        fullPage: true,
      });
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(viewport.width < 768 ? await findSmallTargets(page) : []).toEqual([]);

      // A second content is removed and chosen again; the sum follows.
      const second = page.getByLabel(say("imports:columns.alsoTarget", { column: "PV to grid" }));
      await expect(second).toHaveValue("gridExport");
      await second.selectOption("");
      await expect(second).toHaveCount(0);
      await expect(added.getByRole("listitem")).toHaveCount(5);
      await page
        .getByRole("listitem")
        .filter({ hasText: "PV to grid" })
        .getByRole("button", { name: say("imports:columns.also") })
        .press("Enter");
      await second.selectOption("gridExport");
      await expect(added.getByRole("listitem")).toHaveCount(6);
      expect(complaints).toEqual([]);
    });
  });
}
