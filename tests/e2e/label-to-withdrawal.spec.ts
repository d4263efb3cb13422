import { type Browser, expect, type Page, test } from "@playwright/test";
import { directionOf, formatTag, type Language } from "#domain/languages.ts";
import { BOXES, type Box } from "#tools/demo/boxes-data.ts";
import { BoxedLogger } from "../support/boxed-logger.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers, finishAnimations, shownTexts } from "../support/examine-page.ts";
import { press, typeInto } from "../support/keyboard.ts";
import { makeAccount, password } from "../support/make-account.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { signIn } from "../support/sign-in.ts";
import { type Say, speaker, strangerFinder } from "../support/texts.ts";

// Each has a browser and a logger of its own.
test.describe.configure({ mode: "parallel" });

const { fleet, url } = readE2eServer();
/** Each direction of writing and each width once. */
const WAYS = [
  { language: "en", width: 1440 },
  { language: "ar", width: 390 },
] as const;
const PICTURE_WITHIN_MS = 120_000;

type Journey = {
  page: Page;
  language: Language;
  say: Say;
  findStrangers: ReturnType<typeof strangerFinder>;
  isPhone: boolean;
};

for (const [index, { language, width }] of WAYS.entries())
  test.describe(`in ${language}, ${width} px wide`, () => {
    const box = BOXES[BOXES.length - 1 - index];
    test.use({
      locale: formatTag(language),
      viewport: { width, height: width > 1_000 ? 900 : 844 },
      extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${70 + index}` },
      permissions: ["clipboard-read", "clipboard-write"],
    });

    test(`by keyboard alone an owner adds a module, sees its site live, shares and withdraws it, in ${language} at ${width} px`, async ({
      page,
      context,
      browser,
    }) => {
      test.slow();
      if (box === undefined) throw new Error("there are fewer boxes");
      const complaints = watchPage(page);
      const journey = {
        page,
        language,
        say: speaker(language),
        isPhone: width < 1_000,
        findStrangers: strangerFinder(language),
      };
      const account = await makeAccount(page, "Newcomer");
      await context.addCookies([{ name: "tbb_language", value: language, url }]);
      await signIn(page, { account, password });
      const began = Date.now();
      await addSite(journey, box);
      using _logger = await seePicture(journey, box);
      expect(Date.now() - began).toBeLessThan(PICTURE_WITHIN_MS);
      const link = await share(journey);
      const viewer = { ...journey, page: await openElsewhere(browser, journey, index) };
      const theirs = watchPage(viewer.page);
      await watch(viewer, link);
      await withdraw(journey, viewer);
      expect([complaints, theirs]).toEqual([[], []]);
      await viewer.page.context().close();
    });
  });

const SITE = "سطح Newcomer’s";
const EVORA = { latitude: "38.57", longitude: "-7.91" };

/** From the list, that is still empty, by the label and what the page asks of a site. */
async function addSite(journey: Journey, box: Box): Promise<void> {
  const { page, say, language } = journey;
  // The form below requests access by a serial number, too.
  const field = (key: string) => page.getByLabel(say(`addsite:${key}`)).first();
  const heading = (key: string) => page.getByRole("heading", { name: say(`addsite:${key}`) });
  await examine(journey, "list");
  await press(page, page.getByRole("link", { name: say("common:navigation.addSite") }).first());
  await page.waitForURL("**/addsite");
  await awaitAlive(page);
  // A wrong code first: the message stands beside the field, which has the focus.
  await typeInto(page, field("label.serial"), box.site.serial.toLowerCase());
  await typeInto(page, field("label.code"), "WRONG-CODE");
  await page.keyboard.press("Enter");
  await expect(page.getByText(say("problems:wrongSerial"))).toBeVisible();
  await expect(field("label.serial")).toBeFocused();
  await examine(journey, "label");
  await typeInto(page, field("label.code"), box.checkCode);
  await page.keyboard.press("Enter");
  await expect(heading("site.title")).toBeFocused();
  await typeInto(page, field("site.name"), SITE);
  await typeInto(page, page.getByLabel(say("map:picker.latitude")), EVORA.latitude);
  await typeInto(page, page.getByLabel(say("map:picker.longitude")), EVORA.longitude);
  const country = new Intl.DisplayNames(formatTag(language), { type: "region" }).of("PT") ?? "";
  const position = page.getByRole("group", { name: say("addsite:site.position") });
  await expect(position.getByText(country)).toBeVisible();
  await expect(field("site.timeZone")).toHaveValue("Europe/Lisbon");
  await expect(field("site.unit")).toHaveValue("EUR");
  await typeInto(page, field("site.price"), "0,21");
  await examine(journey, "site");
  await press(page, page.getByRole("button", { name: say("addsite:site.submit") }));
  await expect(heading("added.title")).toBeFocused();
  await examine(journey, "added");
}

const chip = (page: Page) => page.locator("[data-connection]");
const load = (page: Page) => page.locator("[data-node=load]");

/** Switches the logger on and opens the site: values appear, and change. */
async function seePicture(journey: Journey, box: Box): Promise<BoxedLogger> {
  const { page, say } = journey;
  const logger = switchOn(box);
  await press(page, page.getByRole("link", { name: say("addsite:added.open") }));
  await page.waitForURL("**/realtime?*");
  await expectMoving(journey);
  await examine(journey, "realtime");
  return logger;
}

function switchOn({ site: { serial } }: Box): BoxedLogger {
  const site = fleet.sites.find((one) => one.serial === serial);
  if (site === undefined) throw new Error(`the fleet has no ${serial}`);
  return new BoxedLogger(url, site);
}

async function expectMoving({ page, say }: Journey): Promise<void> {
  await expect(chip(page)).toHaveText(say("site:connection.live"), { timeout: 60_000 });
  await expect(page.locator("[data-flow]:visible").first()).toBeVisible();
  await expect(load(page)).toContainText("W");
  const before = (await load(page).textContent()) ?? "";
  await expect(load(page)).not.toHaveText(before);
}

const enableOf = ({ page, say }: Journey) =>
  page.getByRole("checkbox", { name: say("share:dialog.enable") });

/** Makes the link, and copies it. */
async function share(journey: Journey): Promise<string> {
  const { page, say, isPhone } = journey;
  const button = (key: string) => page.getByRole("button", { name: say(key), exact: true });
  if (isPhone) {
    await press(page, button("common:navigation.open"));
    const drawer = page.getByRole("dialog", { name: say("common:navigation.label") });
    // It slides in: until then axe takes it for hidden.
    await expect(drawer).toBeInViewport({ ratio: 1 });
    await examine(journey, "drawer");
  }
  await press(page, page.getByRole("link", { name: say("common:navigation.share"), exact: true }));
  const dialog = page.getByRole("dialog", { name: say("share:dialog.title") });
  await press(page, enableOf(journey), "Space");
  const link = dialog.getByLabel(say("share:dialog.link"), { exact: true });
  await expect(link).toHaveValue(/\/share\?tk=[\w-]{24}$/);
  await press(page, button("share:dialog.copy"));
  await expect(dialog.getByText(say("share:dialog.copied"))).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await link.inputValue());
  await examine(journey, "dialog");
  return copied;
}

/** Another browser without a session. */
async function openElsewhere(browser: Browser, { page, language }: Journey, index: number) {
  const context = await browser.newContext({
    baseURL: url,
    locale: formatTag(language),
    viewport: page.viewportSize(),
    extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${80 + index}` },
  });
  return context.newPage();
}

async function watch(viewer: Journey, link: string): Promise<void> {
  const { page, say } = viewer;
  await page.goto(link);
  await expectMoving(viewer);
  await expect(page.getByRole("heading", { level: 1, name: SITE })).toBeVisible();
  await expect(page.getByText(say("share:note"))).toBeVisible();
  await examine(viewer, "watched");
}

/** Viewers are notified (stopwatch.spec.ts measures how soon) and can only return to the start page. */
async function withdraw(journey: Journey, viewer: Journey): Promise<void> {
  const { page, say } = journey;
  await press(page, enableOf(journey), "Space");
  const gone = viewer.page.getByRole("heading", { name: say("share:invalidLink.title") });
  await expect(gone).toBeVisible();
  await expect(chip(viewer.page)).toHaveCount(0);
  await expect(page.getByText(say("share:dialog.ended"))).toBeVisible();
  await examine(journey, "withdrawn");
  await examine(viewer, "gone");
  await press(viewer.page, viewer.page.getByRole("link", { name: say("share:invalidLink.home") }));
  await viewer.page.waitForURL(`${url}/`);
}

/** What every page is held to: its language and direction, its width, and axe. */
async function examine({ page, language, findStrangers }: Journey, where: string): Promise<void> {
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", language);
  await expect(html).toHaveAttribute("dir", directionOf(language));
  expect(findStrangers(await shownTexts(page)), where).toEqual([]);
  expect(await overflowOf(page), where).toBeLessThanOrEqual(0);
  await holdStill(page);
  expect(await findBarriers(page), where).toEqual([]);
  await page.emulateMedia({ reducedMotion: null });
}

/** A figure that has just changed glows for a moment: no colour is measured on its way. */
async function holdStill(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await finishAnimations(page);
}
