import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { press, tabTo, typeInto } from "../support/keyboard.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { makePng } from "../support/picture-files.ts";
import { readMail } from "../support/read-mailbox.ts";
import { signIn } from "../support/sign-in.ts";
import { speaker } from "../support/texts.ts";
import { findSmallTargets } from "../support/touch-targets.ts";

const { accounts, operator, url } = readE2eServer();
const WAYS = [
  { language: "en", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { language: "ar", colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const satisfies { language: Language; [more: string]: unknown }[];

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.119" } });

async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
}

const photo = (side: number) => ({
  name: "roof.png",
  mimeType: "image/png",
  buffer: makePng(side, side),
});

for (const { language, colorScheme, viewport } of WAYS) {
  const say = speaker(language);
  const email = `reply-${language}@example.org`;
  const sender = `Feedback ${language}`;

  test.describe(language, () => {
    test.use({ colorScheme, viewport, hasTouch: viewport.width < 768 });

    test("feedback with photos reaches the operator, whose reply reaches the user", async ({
      browser,
      page,
      context,
    }) => {
      const cookie = { name: "tbb_language", value: language, url };
      const complaints = watchPage(page);
      await context.addCookies([cookie]);
      await signIn(page, accounts.fleet);
      await page.goto("/feedback");
      await awaitAlive(page);
      const field = (key: "name" | "email" | "message") =>
        page.getByLabel(say(`feedback:${key}`), { exact: true });
      const submit = page.getByRole("button", { name: say("feedback:submit") });
      await typeInto(page, field("name"), sender);
      await typeInto(page, field("email"), "nowhere");
      await press(page, submit);
      await expect(field("email")).toBeFocused();
      await expect(page.getByText(say("problems:wrongEmail"))).toBeVisible();
      await expect(page.getByText(say("problems:required"))).toBeVisible();
      await typeInto(page, field("email"), email);
      await typeInto(page, field("message"), "The chart stays empty.");
      const add = page.getByLabel(say("feedback:addPhoto"));
      await tabTo(page, add);
      await add.setInputFiles({ ...photo(8), buffer: Buffer.from("no picture") });
      await expect(page.getByText(say("problems:pictureBroken"))).toBeVisible();
      for (const number of [1, 2, 3]) {
        await add.setInputFiles(photo(100 * number));
        await expect(page.getByAltText(say("feedback:photo", { number }))).toBeVisible();
      }
      await expect(page.getByText(say("feedback:full", { limit: 3 }))).toBeVisible();
      await press(page, page.getByRole("button", { name: say("feedback:remove", { number: 3 }) }));
      await expect(page.getByRole("heading", { name: say("feedback:photos") })).toBeFocused();
      await expectAccessible(page);
      if (viewport.width < 768) expect(await findSmallTargets(page)).toEqual([]);
      await press(page, submit);
      await expect(page.getByText(say("feedback:done"))).toBeVisible();
      await expect(field("message")).toHaveValue("");
      await expect(page.getByAltText(say("feedback:photo", { number: 1 }))).toHaveCount(0);
      await expectAccessible(page);
      expect(complaints.filter((complaint) => !complaint.includes("422"))).toEqual([]);

      const other = await browser.newContext({ baseURL: url, colorScheme, viewport });
      await other.addCookies([cookie]);
      const desk = await other.newPage();
      const found = watchPage(desk);
      await signIn(desk, operator);
      await desk.goto("/platform/feedback");
      await awaitAlive(desk);
      await expectAccessible(desk);
      await press(desk, desk.getByRole("link", { name: sender }));
      await expect(desk.getByRole("heading", { name: sender })).toBeVisible();
      for (const number of [1, 2]) {
        const picture = desk.getByAltText(say("platform:feedback.photo", { number }));
        await expect
          .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
          .toBe(100 * number);
      }
      const send = desk.getByRole("button", { name: say("platform:feedback.send") });
      await press(desk, send);
      await expect(desk.getByText(say("problems:required"))).toBeVisible();
      const reply = desk.getByRole("textbox", { name: say("platform:feedback.reply") });
      await typeInto(desk, reply, `Solved in ${language}.`);
      await press(desk, send);
      await expect(desk.getByText(say("platform:feedback.sent", { email }))).toBeVisible();
      await expect(desk.getByText(`Solved in ${language}.`)).toBeVisible();
      await expectAccessible(desk);
      await press(desk, desk.getByRole("button", { name: say("platform:feedback.closeAnswered") }));
      await expect(desk.getByText(say("platform:feedback.changed"))).toBeVisible();
      await desk.goto("/platform/feedback?state=closed");
      await expect(desk.getByRole("link", { name: sender })).toBeVisible();
      expect(found.filter((complaint) => !complaint.includes("422"))).toEqual([]);
      const mail = await readMail(page, email, say("mails:feedbackReply.subject"));
      expect(mail.text).toContain(`Solved in ${language}.`);
      await other.close();
    });
  });
}

test("the inbox is closed to other users", async ({ page }) => {
  await signIn(page, accounts.fleet);
  for (const path of ["/platform/feedback", "/platform/feedback/1"]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
  }
});
