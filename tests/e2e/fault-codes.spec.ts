import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { openLogger } from "../clean-room/logger-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { press } from "../support/keyboard.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSiteOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";

const { url } = readE2eServer();
const { serial, secret, name } = spareSiteOf("fault-codes");
/** Directory for pictures of the pages, for a look at them; none by default. */
const SHOTS = process.env.FAULT_SHOTS;

const WAYS = [
  { language: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { language: "ar", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const satisfies { language: Language; [name: string]: unknown }[];

async function takePicture(page: Page, what: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${what}.png` });
}

test.describe.configure({ mode: "serial" });

for (const [index, { language, ...device }] of WAYS.entries())
  test.describe(language, () => {
    test.use({ ...device, extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${216 + index}` } });
    const say = speaker(language);

    test(`codes of faults are worded in the list of errors, the alarm log and the journal: ${language}`, async ({
      page,
    }) => {
      const problems = watchPage(page);
      await page.context().addCookies([{ name: "tbb_language", value: language, url }]);
      const logger = openLogger({ url, serial, secret, waitScale: 0.05 });
      await logger.ready(20_000);
      const address = "003311";
      const at = logger.now();
      logger.raise({
        address,
        eventNo: 12,
        at,
        code: "busOverVoltage",
        message: "DC link at 520 V",
      });
      logger.raise({ address, eventNo: 13, at, level: "warning", code: "FAN_FAULT" });
      logger.raise({ address, eventNo: 14, at, level: "warning", code: "E-77" });
      const bus = say("faults:code.busOverVoltage");
      const texts = [
        say("faults:withMessage", { text: bus, message: "DC link at 520 V" }),
        say("faults:code.fanFault"),
        "E-77",
      ];

      await signIn(page, accountOf("fault-codes"));
      await openSite(page, name);
      await awaitAlive(page);
      const { search } = new URL(page.url());
      await press(page, page.locator("[data-floating]"));
      const list = page.getByRole("dialog", { name: say("site:errors.title") });
      for (const text of texts) await expect(list.getByText(text, { exact: true })).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);
      await takePicture(page, `errors-${language}`);

      await page.goto(`/log${search}`);
      await awaitAlive(page);
      const main = page.getByRole("main");
      for (const text of texts) await expect(main).toContainText(text);
      await page.goto(`/log${search}&search=${encodeURIComponent(say("faults:code.fanFault"))}`);
      await awaitAlive(page);
      await expect(main).toContainText(say("faults:code.fanFault"));
      await takePicture(page, `log-${language}`);

      await page.goto(`/message${search}`);
      await awaitAlive(page);
      for (const text of texts) await expect(main).toContainText(text);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(problems).toEqual([]);
      for (const eventNo of [12, 13, 14]) logger.clear({ address, eventNo });
      logger.stop();
    });
  });
