import type { Browser, Page } from "@playwright/test";
import { DAY_MS, SECOND_MS } from "#domain/units/durations.ts";
import { sessionCookie } from "#protocol/session-cookie.ts";
import type { Bench, BenchResult } from "#tools/bench-result.ts";
import { median } from "../support/quantiles.ts";
import { fillYear } from "./drawn/fill-year.ts";
import { type Drawn, readDrawing, watchDrawing } from "./drawn/watch-drawing.ts";
import { openBrowser } from "./load/open-browser.ts";
import { startOurs } from "./peers/portal.ts";
import { signIn } from "./sockets/viewer-end.ts";

const CURVES = "/chart/periodrecord/alias/curve";
/** Powers and voltages: two axes. */
const REGISTERS = [
  "FFFF000100",
  "FFFF000110",
  "FFFF000120",
  "FFFF000130",
  "FFFF000150",
  "FFFF000118",
  "0033110101",
  "0033110104",
];
const DRAWN_MS = 200;
const MAX_STEPS = 10;
/** A canvas that rests for so long is drawn. */
const QUIET_MS = 600;
const GIVE_UP_MS = 60_000;
const ROUNDS = 5;
/** Else it is not measured what was to be. */
const MIN_ASKED = 5;
/** Of a slow phone's processor. */
const SLOWER = 4;

type Screen = { width: number; height: number; slower: number };
type Journey = { first: number; steps: Drawn[] };
type Opened = { address: string; cookie: string };

/** A year of eight curves on screen, zoomed to a second: how long what was answered takes to be drawn. */
export const bench: Bench = async ({ isQuick }) => {
  await using stack = new AsyncDisposableStack();
  const ours = await startOurs(1);
  stack.defer(() => ours.stop());
  const until = await fillYear(ours);
  const browser = await openBrowser();
  stack.defer(() => browser.close());
  const { url, accounts } = ours.server;
  const token = await signIn(url, accounts.fleet);
  const opened = {
    cookie: `${sessionCookie(false)}=${token}`,
    address: await addressOf(url, `${sessionCookie(false)}=${token}`, until),
  };
  const rounds = isQuick ? 1 : ROUNDS;
  const desk = await zoomOften(browser, opened, { width: 1440, height: 900, slower: 1 }, rounds);
  const phone = await zoomOften(
    browser,
    opened,
    { width: 390, height: 844, slower: SLOWER },
    isQuick ? 1 : 2,
  );
  return {
    results: [
      {
        name: "a year of eight registers zoomed to a second",
        unit: "steps",
        ours: Math.max(...desk.map(({ steps }) => steps.length)),
        floorIs: "fewer than",
        floor: MAX_STEPS,
        bar: { atMost: (MAX_STEPS - 1) / MAX_STEPS },
      },
      { ...slowest("the slowest step, from its data to its last line", desk), bar: { atMost: 1 } },
      measure("the year itself, with the page's first drawing", desk, ({ first }) => first),
      measure("the slowest step, from the key to what is there", desk, ({ steps }) =>
        Math.max(...steps.map(({ afterKey }) => afterKey)),
      ),
      slowest(`the slowest step, 390 px and a processor ${SLOWER} times slower`, phone),
    ],
  };
};

function measure(
  name: string,
  journeys: readonly Journey[],
  read: (one: Journey) => number,
): BenchResult {
  return {
    name,
    unit: "ms median",
    ours: median(journeys.map(read)),
    floorIs: "what a step may take",
    floor: DRAWN_MS,
  };
}

/** Each step by its median of all rounds; the worst of any round is named. */
function slowest(name: string, journeys: readonly Journey[]): BenchResult {
  const places = journeys[0]?.steps.keys() ?? [];
  const medians = [...places].map((place) =>
    median(journeys.map(({ steps }) => steps[place]?.afterData ?? Number.NaN)),
  );
  const all = journeys.flatMap(({ steps }) => steps.map(({ afterData }) => afterData));
  const each = medians.map((ms) => ms.toFixed(0)).join(", ");
  return {
    name: `${name} (steps ${each}; once ${Math.max(...all).toFixed(0)})`,
    unit: "ms median",
    ours: Math.max(...medians),
    floorIs: "what a step may take",
    floor: DRAWN_MS,
  };
}

/** The page of all values with a year on screen. */
async function addressOf(url: string, cookie: string, until: number): Promise<string> {
  const list = await fetch(`${url}/sitelist`, { headers: { Cookie: cookie } });
  const [, query] = /href="\/realtime\?([^"]+)"/.exec(await list.text()) ?? [];
  if (query === undefined) throw new Error("the list names no site");
  const address = new URLSearchParams(query.replaceAll("&amp;", "&"));
  address.set("r", REGISTERS.join());
  address.set("from", String(until - 365 * DAY_MS));
  address.set("to", String(until));
  return `${url}/chart/advancedcurve?${address}`;
}

async function zoomOften(
  browser: Browser,
  opened: Opened,
  screen: Screen,
  rounds: number,
): Promise<Journey[]> {
  const journeys: Journey[] = [];
  for (let round = 0; round < rounds; round += 1)
    journeys.push(await zoom(browser, opened, screen));
  return journeys;
}

async function zoom(browser: Browser, opened: Opened, screen: Screen): Promise<Journey> {
  const { width, height, slower } = screen;
  const context = await browser.newContext({ viewport: { width, height }, locale: "en-GB" });
  try {
    const [name = "", value = ""] = opened.cookie.split("=");
    await context.addCookies([{ name, value, url: new URL(opened.address).origin }]);
    const page = await context.newPage();
    await page.addInitScript(watchDrawing);
    const devTools = await context.newCDPSession(page);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await page.goto(opened.address);
    await page.locator("canvas").waitFor();
    const first = await awaitDrawn(page);
    // To the part that has every second: the end, and a two-hundredth of the year back.
    await page.getByRole("slider").focus();
    for (let press = 0; press < 11; press += 1) await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("ArrowLeft");
    const steps: Drawn[] = [];
    while ((await lengthOf(page)) > SECOND_MS && steps.length < 2 * MAX_STEPS) {
      await page.keyboard.press("+");
      steps.push(await awaitDrawn(page));
    }
    const asked = steps.filter(({ isAsked }) => isAsked).length;
    if (asked < MIN_ASKED) throw new Error(`only ${asked} steps asked for anything`);
    return { first: first.afterData, steps };
  } finally {
    await context.close();
  }
}

async function awaitDrawn(page: Page): Promise<Drawn> {
  const drawn = await page.waitForFunction(readDrawing, [CURVES, QUIET_MS] as [string, number], {
    timeout: GIVE_UP_MS,
  });
  return (await drawn.jsonValue()) as Drawn;
}

function lengthOf(page: Page): Promise<number> {
  return page
    .getByRole("slider")
    .evaluate(
      (chart) =>
        Number(chart.getAttribute("aria-valuemax")) - Number(chart.getAttribute("aria-valuemin")),
    );
}
