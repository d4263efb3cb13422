/** The pages of a site in each zone of the tz database hydrate in browsers with other data, with late scripts and after midnight. */
import { chromium, type Page } from "@playwright/test";
import { z } from "zod";
import { listZones } from "#domain/history/zone-table.ts";
import { findInstalledBrowser } from "#tools/browser/installed-browser.ts";
import {
  findHydrationFaults,
  findLateFaults,
  SITE_PAGES,
  setZone,
  untilTomorrow,
} from "../support/hydrated-pages.ts";
import { changeRuntime } from "../support/other-runtime.ts";
import { watchPage } from "../support/page-watch.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { startServer } from "../support/server.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  /** So many zones, evenly from all of them. */
  count: z.coerce.number().int().min(1).default(10_000),
  /** Place of the first zone in the list, so that a stopped run can be continued. */
  from: z.coerce.number().int().min(0).default(0),
  /** Pages at a time. */
  pages: z.coerce.number().int().min(1).max(8).default(2),
});
const all = listZones();
const step = Math.max(1, all.length / options.count);
const zones = Array.from(
  { length: Math.floor(all.length / step) },
  (_, index) => all[Math.floor(index * step)] as string,
).slice(options.from);
console.log(`${zones.length} of ${all.length} zones, ${SITE_PAGES.length} pages of a site in each`);
const server = await startServer({ spareSites: options.pages });
const executablePath = findInstalledBrowser();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
console.log(`Chromium ${browser.version()}`);
const faults: string[] = [];
let shown = 0;

/** How a zone is looked at: with other data, with scripts that are 70 s late, and with ones that come after midnight. */
const WAYS = ["other data", "70 s late", "after midnight"] as const;

async function lookAt(name: string, timeZone: string, way: (typeof WAYS)[number]): Promise<void> {
  const context = await browser.newContext({ baseURL: server.url, timezoneId: "Asia/Tokyo" });
  const page = await context.newPage();
  try {
    const search = await openSite(page, name);
    await setZone(page, new URLSearchParams(search).get("key") ?? "", timeZone);
    await changeRuntime(page, ["zones", "texts"]);
    const complaints = watchPage(page);
    const addresses = SITE_PAGES.map((path) => `${path}${search}`);
    const late = way === "70 s late" ? 70_000 : untilTomorrow(timeZone, Date.now());
    const found =
      way === "other data"
        ? await findHydrationFaults(page, addresses, complaints)
        : await findLateFaults(page, addresses, complaints, late);
    faults.push(...found.map((fault) => `${timeZone}, ${way}: ${fault}`));
    shown += addresses.length;
  } finally {
    await context.close();
  }
}

/** Signs in as the owner of the fleet and returns the query of the pages of one of its sites. */
async function openSite(page: Page, name: string): Promise<string> {
  await page.request.post("/login", {
    form: server.accounts.fleet,
    headers: { Origin: new URL(server.url).origin },
    maxRedirects: 0,
  });
  await page.goto(`/sitelist?q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name }).first().click();
  await page.waitForURL("**/realtime?*");
  return new URL(page.url()).search;
}

const waiting = zones.map((zone, index) => [zone, WAYS[index % WAYS.length] ?? WAYS[0]] as const);
const spares = server.fleet.sites.filter(({ group }) => group === "spare");
await Promise.all(
  spares.slice(0, options.pages).map(async ({ name }) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [zone, way] = next;
      await lookAt(name, zone, way).catch((error) => faults.push(`${zone}, ${way}: ${error}`));
      if (waiting.length % 10 === 0) console.log(`${waiting.length} zones left`);
    }
  }),
);
await browser.close();
await server.stop();
for (const fault of faults) console.error(`✗ ${fault}`);
console.log(`${shown} pages shown, ${faults.length} faults`);
process.exitCode = faults.length > 0 || shown === 0 ? 1 : 0;
