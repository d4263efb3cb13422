import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { BoxedLogger } from "../support/boxed-logger.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { openUntil, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";
import { addPeriod, fillPeriod, withAllSettings } from "../support/timetable-page.ts";

const { url } = readE2eServer();
const spares = spareSitesOf("week-picture");

/** On a narrow window one day is shown, with the time downwards; the keys follow the picture. */
const WAYS = [
  {
    language: "en",
    viewport: { width: 1280, height: 900 },
    colorScheme: "light",
    spare: spares[0],
    later: "ArrowRight",
    nextDay: "ArrowDown",
  },
  {
    language: "ar",
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    spare: spares[1],
    later: "ArrowDown",
    nextDay: "ArrowRight",
  },
] as const satisfies { language: Language; [name: string]: unknown }[];

async function openTimeControl(page: Page, language: Language, name: string): Promise<void> {
  await page.context().addCookies([{ name: "tbb_language", value: language, url }]);
  await signIn(page, accountOf("week-picture"));
  await openSite(page, name);
  const address = await page.locator('a[href^="/param"]').first().getAttribute("href");
  // The settings are known as soon as the logger has described and reported them.
  await openUntil(page, `${address}&section=time+control`, (options) =>
    expect(page.locator("[data-week]")).toBeVisible(options),
  );
}

for (const [index, { language, viewport, colorScheme, spare, later, nextDay }] of WAYS.entries())
  test.describe(`in ${language}, ${viewport.width} px wide, ${colorScheme}`, () => {
    test.use({
      viewport,
      colorScheme,
      extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${164 + index}` },
    });
    const say = speaker(language);

    test(`periods are drawn, moved, refused and removed with the keyboard: ${language}`, async ({
      page,
    }) => {
      if (spare === undefined) throw new Error("the fleet has too few spare sites");
      const problems = watchPage(page);
      using _logger = new BoxedLogger(url, withAllSettings(spare));
      await openTimeControl(page, language, spare.name);
      expect(await findBarriers(page)).toEqual([]);

      // A period is added and typed without a pointer.
      await page.getByRole("button", { name: say("param:timetable.period.add") }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await fillPeriod(dialog, {
        ...{ start: "22:00", end: "06:00", reservedSoc: "80", isCharged: true },
        days: [0, 1, 2, 3, 4, 5, 6],
      });
      await expect(dialog).toContainText(say("param:timetable.overnight"));
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole("button", { name: say("param:timetable.apply") }).focus();
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden();
      const period = (number: number) => page.locator(`[data-place="${number - 1}"]`).first();
      await addPeriod(page, say, {
        ...{ start: "08:00", end: "10:00", reservedSoc: "40", days: [0, 1, 2, 3, 4, 5, 6] },
      });

      // Keys move it, change its end and its days; a screen reader has it all in its name.
      await period(2).focus();
      await page.keyboard.press(later);
      await expect(period(2)).toHaveAccessibleName(/08:15–10:15/);
      await page.keyboard.press(`Shift+${later}`);
      await expect(period(2)).toHaveAccessibleName(/08:15–10:30/);
      await expect(period(2)).toBeFocused();

      // What would overlap is refused with the reason, and stays as it was.
      await page.keyboard.press("Enter");
      await dialog.locator("[data-field$=Start] input").fill("05:00");
      await expect(dialog.getByRole("alert")).toContainText(
        say("param:timetable.overlap", {
          name: say("param:timetable.period.name", { number: 2 }),
          other: say("param:timetable.period.name", { number: 1 }),
        }),
      );
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(period(2)).toHaveAccessibleName(/08:15–10:30/);

      // Fewer days, then the next ones.
      await page.locator('[data-row="1"] button').first().click();
      await fillPeriod(dialog, {
        ...{ start: "08:15", end: "10:30", reservedSoc: "40", days: [0, 1, 2, 3, 4] },
      });
      await dialog.getByRole("button", { name: say("param:timetable.apply") }).click();
      await expect(dialog).toBeHidden();
      const range = (first: "mon" | "tue", last: "fri" | "sat") =>
        say("param:timetable.dayRange", {
          first: say(`param:week.${first}`),
          last: say(`param:week.${last}`),
        });
      const row = page.locator('[data-row="1"]');
      await expect(row).toContainText(range("mon", "fri"));
      if (viewport.width < 768)
        await page
          .getByRole("group", { name: say("param:timetable.day"), exact: true })
          .getByRole("button", { name: say("param:week.mon") })
          .click();
      await period(2).focus();
      await page.keyboard.press(nextDay);
      await expect(row).toContainText(range("tue", "sat"));
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);

      await period(2).focus();
      await page.keyboard.press("Delete");
      await expect(row).toBeHidden();

      // The draft becomes one change, which the device then has.
      const bar = page.getByRole("region", { name: say("param:bar.label") });
      await bar.getByRole("button", { name: say("param:bar.review") }).click();
      await dialog.locator("button[type=submit]").click();
      await expect(dialog).toBeHidden();
      await expect(page.locator("[data-change]")).toHaveAttribute("data-result", "success");
      await expect(bar).toBeHidden();
      await expect(period(1)).toHaveAccessibleName(/22:00–06:00/);
      expect(problems).toEqual([]);
    });
  });

test.describe("with a pointer", () => {
  test.use({
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.171" },
  });
  const say = speaker("en");

  test("periods are drawn, moved and enlarged, and one that would overlap goes back", async ({
    page,
  }) => {
    const spare = spares[0];
    if (spare === undefined) throw new Error("the fleet has too few spare sites");
    const problems = watchPage(page);
    using _logger = new BoxedLogger(url, withAllSettings(spare));
    await openTimeControl(page, "en", spare.name);
    const plane = page.locator("[data-plane]");
    await plane.scrollIntoViewIfNeeded();
    /** Drags from one hour and day to another; the pointer is in the middle of a day. */
    const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
      const box = await plane.boundingBox();
      if (box === null) throw new Error("the picture is not shown");
      const at = ([hour, day]: readonly [number, number]) =>
        [box.x + (box.width * hour) / 24, box.y + (box.height * (day + 0.5)) / 7] as const;
      await page.mouse.move(...at(from));
      await page.mouse.down();
      await page.mouse.move(...at([(from[0] + to[0]) / 2, to[1]]));
      await page.mouse.move(...at(to));
      await page.mouse.up();
    };
    const apply = async () => {
      const dialog = page.getByRole("dialog");
      await dialog.locator("[data-field$=ReservedSoc] input[type=text]").fill("50");
      await dialog.getByRole("button", { name: say("param:timetable.apply") }).click();
      await expect(dialog).toBeHidden();
    };
    const period = (number: number) => page.locator(`[data-place="${number - 1}"]`).first();

    await drag([2, 1], [6, 3]);
    await apply();
    await expect(period(1)).toHaveAccessibleName(/02:00–06:00\S?, Tue–Thu/);
    await drag([4, 2], [9, 4]);
    await expect(period(1)).toHaveAccessibleName(/07:00–11:00\S?, Thu–Sat/);
    // The edge of the end is within the period.
    await drag([10.95, 4], [12.95, 4]);
    await expect(period(1)).toHaveAccessibleName(/07:00–13:00\S?, Thu–Sat/);

    await drag([16, 4], [20, 4]);
    await apply();
    await drag([18, 4], [12, 4]);
    await expect(page.getByText(/^Time setting error/)).toBeVisible();
    await expect(period(2)).toHaveAccessibleName(/16:00–20:00\S?, Fri/);
    expect(problems).toEqual([]);
  });
});
