import { expect, type Page, test } from "@playwright/test";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { formatQuantity, NO_VALUE } from "#domain/units/format-quantity.ts";
import { fromLocalTime } from "#simulator/local-time.ts";
import { makePlant } from "#simulator/make-plant.ts";
import { DEMO_SITES } from "../../tools/demo/sites-data.ts";
import { openLogger } from "../clean-room/logger-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";
import { overflowOf } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { patternsOf } from "../support/text-patterns.ts";
import { escapePattern, readTexts, speaker } from "../support/texts.ts";

const say = speaker("en");
const pattern = patternsOf("en");

const { accounts, url } = readE2eServer();
const spares = spareSitesOf("demo-sites");

const HOURS = [2, 8, 13, 22];
const DAY = Date.UTC(2026, 11, 21) / 86_400_000;
const SEED = 1;

/** What the logger of a demo site sends at an hour of its local day. */
function readPlant(site: (typeof DEMO_SITES)[number], hour: number) {
  const { profile } = site;
  const at = fromLocalTime(DAY, hour * 3_600_000, site.timeZone);
  if (profile === null || at === null) throw new Error("a demo site without a plant");
  const plant = makePlant({ ...site, secret: "s", profile }, SEED, at - 300_000);
  plant.skip(at);
  const sample = plant.latest();
  const columns = plant.columns.map((address, place): [string, RegisterValue] => [
    address,
    sample?.values[place] ?? null,
  ]);
  return { plant, values: { ...plant.held(), ...Object.fromEntries(columns) } };
}

/** Words of a logger that the portal shows as they are, and those that it has texts for, by their keys. */
const wordsFor = (own: RegExp, keys: RegExp) =>
  new RegExp(
    [...readTexts("en")]
      .filter(([key]) => keys.test(key))
      .map(([, text]) => escapePattern(text))
      .concat(own.source)
      .join("|"),
    "i",
  );
const FREQUENCY = wordsFor(/frequency/, /^registers:name\..*frequency/i);
const UNKNOWN = wordsFor(/unknown/, /^(charts:quality\.missing\.text|realtime:.*\.unknown)$/);

/**
 * Values of tiles, of the picture, of the status and of the equipment that are not there. A line without voltage has no
 * frequency.
 */
async function findDashes(page: Page): Promise<string[]> {
  const rows = page.locator("section dl > div").filter({ hasNotText: FREQUENCY });
  const texts = await page.locator("[data-value], [data-node]").or(rows).allInnerTexts();
  return texts.filter((text) => text.includes(NO_VALUE) || UNKNOWN.test(text));
}

test.describe.configure({ mode: "parallel" });

for (const [index, site] of DEMO_SITES.entries())
  test(`${site.serial} shows no dash at any hour of the day`, async ({ page }) => {
    const spare = spares[index];
    if (spare === undefined) throw new Error("the fleet has too few spare sites");
    const { serial, secret, name } = spare;
    const { systemType, systemCode } = site;
    const first = readPlant(site, HOURS[0] ?? 0);
    const { equipment } = first.plant;
    const options = { url, serial, secret, systemType, systemCode, equipment, waitScale: 0.05 };
    const logger = openLogger({ ...options, sample: false });
    try {
      await logger.ready(20_000);
      await signIn(page, accountOf("demo-sites"));
      await page.goto(`/sitelist?q=${encodeURIComponent(name)}`);
      await openSite(page, name);
      for (const hour of HOURS) {
        const { values } = readPlant(site, hour);
        logger.push(values);
        logger.upload();
        const load = formatQuantity(Number(values[SITE_ADDRESS.loadPower]), "W", {
          language: "en",
          decimals: 0,
        });
        await expect(page.locator("[data-node=load]")).toContainText(load.number);
        const harvest = say("realtime:totals.solarHarvest");
        await expect(page.getByRole("listitem").filter({ hasText: harvest })).toHaveText(/\d/);
        await expect.poll(() => findDashes(page), `at hour ${hour}`).toEqual([]);
      }
      const notice = page.getByText(say("site:recording.text"));
      const isRecording = site.profile?.kind === "recording";
      await expect(notice).toHaveCount(isRecording ? 1 : 0);
      if (!isRecording) return;
      await expect(notice).toContainText(
        new RegExp(pattern("site:recording.day", { day: /June \d{1,2}, 2025/ })),
      );
      await expect(notice).toContainText("GivEnergy");
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    } finally {
      logger.stop();
    }
  });

test("the list marks the demo site that is a recording, and no other", async ({ page }) => {
  await signIn(page, accounts.owner);
  const marked = page.getByRole("row").filter({ hasText: say("sitelist:recording") });
  await expect(marked).toHaveCount(1);
  await expect(marked).toContainText("Orchard Cottage");
});
