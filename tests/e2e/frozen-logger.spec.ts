import { expect, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { LoggerProcess } from "../support/logger-process.ts";
import { expectWithin, measure } from "../support/processor-wait.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSiteOf } from "../support/spare-sites.ts";
import { patternsOf } from "../support/text-patterns.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const pattern = patternsOf("en");
const { url } = readE2eServer();
const spare = spareSiteOf("frozen-logger");

test("a logger whose socket stays open but silent is shown as offline within 100 seconds", async ({
  page,
}) => {
  const logger = new LoggerProcess({ url, serial: spare.serial, secret: spare.secret });
  await logger.connected();
  await signIn(page, accountOf("frozen-logger"));
  await openSite(page, spare.name);
  const chip = page.locator("[data-connection]");
  await expect(chip).toHaveText(say("site:connection.live"));
  const noticing = await measure(async () => {
    const frozen = Date.now();
    logger.freeze();
    const noLogger = new RegExp(pattern("site:connection.noLogger"));
    await expect(chip).toContainText(noLogger, { timeout: 200_000 });
    return Date.now() - frozen;
  });
  expectWithin(noticing, 100_000);
  logger.thaw();
  await expect(chip).toHaveText(say("site:connection.live"), { timeout: 40_000 });
  logger.kill();
});
