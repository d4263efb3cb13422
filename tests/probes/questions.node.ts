/** Ten questions of owners and installers are answered by the first screen or in two clicks, and the answers are right. */
import { chromium, type Page } from "@playwright/test";
import { z } from "zod";
import { DAY_MS, SECOND_MS } from "#domain/units/durations.ts";
import { findInstalledBrowser } from "#tools/browser/installed-browser.ts";
import { DEMO_SITES } from "#tools/demo/sites-data.ts";
import { awaitAlive } from "../support/page-watch.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { startServer } from "../support/server.ts";
import { sendLogin } from "../support/sign-in.ts";
import { speaker } from "../support/texts.ts";
import { startWeatherServer } from "../support/weather-server.ts";
import { signIn } from "./platform/alarm-site.ts";
import { RecordedSite } from "./questions/expected.ts";
import { leastForItsSize, silentSince } from "./questions/fleet-questions.ts";
import { Hand } from "./questions/hand.ts";
import { type Answer, answer, MAX_CLICKS, type Question } from "./questions/question.ts";
import {
  anythingWrong,
  batteryLastFull,
  costThisMonth,
  expectedToday,
  importLastTuesday,
  lastSummer,
  monthAgainstLast,
  producedYesterday,
  selfSufficiencyOfSummer,
} from "./questions/site-questions.ts";
import { Installations, SERIALS, startDemo } from "./questions/stage.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  /** Sites of the installer. */
  count: z.coerce.number().int().min(2).max(1_000).default(300),
  /** Days of the past of the house; by default as many as it takes to the beginning of the last summer. */
  days: z.coerce.number().int().min(62).max(365).optional(),
});
const LANGUAGES = ["en", "ar"] as const;
const WIDTHS = [1_280, 390] as const;
const PASSWORD_COST = { log2N: 4, r: 8, p: 1 };
const LINE_MS = 10 * SECOND_MS;

const weather = await startWeatherServer();
const server = await startServer({
  spareSites: options.count,
  weatherUrl: weather.address,
  passwordCost: PASSWORD_COST,
});
const { url, accounts, runtime, fleet } = server;
// News would cover the first page after each sign-in.
await runtime.database.prepare("UPDATE news SET attention = 0").run();

const spare = fleet.sites.filter(({ group }) => group === "spare");
const installed = await Installations.connect(url, spare);
console.log(`${spare.length} loggers of an installer are connected`);
let lineAt = 0;
await installed.whenListed(runtime);
const summer = lastSummer("Europe/Lisbon").from;
const days = Math.max(62, Math.ceil((Date.now() - summer) / DAY_MS) + 1);
const simulator = await startDemo(server, options.days ?? days, (past) => {
  if (Date.now() - lineAt < LINE_MS) return;
  lineAt = Date.now();
  console.log(`${past.sent} of ${past.days} days of the past are sent`);
});
const silent = installed.silence();

const token = await signIn(url, accounts.owner);
const recorded = async (serial: string) => {
  const siteId = await runtime.database
    .prepare("select site_id from modules where serial = ?")
    .bind(serial)
    .first<number>("site_id");
  const site = DEMO_SITES.find((one) => one.serial === serial);
  if (siteId === null || site === undefined) throw new Error(`${serial} has no site`);
  return {
    recorded: new RecordedSite({ url, token, siteId }),
    timeZone: site.timeZone,
    pricePerKwh: site.electricityPrice,
  };
};
const house = await recorded(SERIALS.house);
const questions: readonly Question[] = [
  producedYesterday(house),
  monthAgainstLast(house),
  importLastTuesday(await recorded(SERIALS.cloudyHouse)),
  batteryLastFull(house),
  costThisMonth(house),
  selfSufficiencyOfSummer(house),
  anythingWrong(await recorded(SERIALS.clinic)),
  expectedToday(house),
  leastForItsSize(() => installed.yields),
  silentSince(() => silent),
];

const executablePath = findInstalledBrowser();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
console.log(`Chromium ${browser.version()}\n`);

/** Opens the page on which a question is asked. */
async function open(page: Page, { at }: Question): Promise<void> {
  if (at === "list") {
    await page.goto("/sitelist");
  } else {
    const name = DEMO_SITES.find(({ serial }) => serial === SERIALS[at])?.name ?? "";
    await page.goto(`/sitelist?q=${encodeURIComponent(name)}`);
    await page.getByRole("link", { name }).first().click();
    await page.waitForURL("**/realtime?*");
  }
  await awaitAlive(page);
}

let failed = 0;
for (const language of LANGUAGES)
  for (const width of WIDTHS) {
    console.log(`${language}, ${width} px`);
    for (const question of questions) {
      const context = await browser.newContext({
        baseURL: url,
        viewport: { width, height: width > 500 ? 800 : 844 },
        timezoneId: "Europe/Berlin",
      });
      await context.addCookies([{ name: "tbb_language", value: language, url }]);
      const page = await context.newPage();
      await sendLogin(page, question.at === "list" ? accounts.fleet : accounts.owner, url);
      await open(page, question);
      const asker = { hand: new Hand(page), say: speaker(language), language };
      const found = await answer(question, asker);
      failed += show(question, found) ? 0 : 1;
      await context.close();
    }
    console.log("");
  }
await browser.close();
installed.close();
await simulator.stop();
await server.stop();
weather.stop();
console.log(failed === 0 ? "all questions are answered" : `${failed} questions are not answered`);
process.exit(failed === 0 ? 0 : 1);

/** Prints a line of the table. @returns whether the answer is right and was found quickly */
function show({ text }: Question, found: Answer): boolean {
  const { clicks, keys, seconds, shown, expected, isRight } = found;
  const isNear = clicks <= MAX_CLICKS;
  const effort = `${clicks} clicks${keys > 0 ? `, ${keys} keys` : ""}, ${seconds.toFixed(1)} s`;
  const result = isRight && isNear ? "right" : isRight ? "TOO FAR" : "WRONG";
  console.log(
    `  ${text.padEnd(46)} ${effort.padEnd(26)} ${result.padEnd(7)} expected "${expected}", shown "${shown}"`,
  );
  return isRight && isNear;
}
