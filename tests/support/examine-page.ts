import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds serious or critical, in the light and, of what that changes, in the dark. */
export async function findBarriers(page: Page): Promise<string[]> {
  await finishAnimations(page);
  const light = await violationsOf(new AxeBuilder({ page }));
  await setDark(page, true);
  const dark = await violationsOf(new AxeBuilder({ page }).withRules("color-contrast"));
  await setDark(page, false);
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
}

async function violationsOf(builder: AxeBuilder): Promise<string[]> {
  // There are no frames: the page need not be looked at from outside.
  const { violations } = await builder
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** As the button does it, and at once: no colour on its way is measured. */
async function setDark(page: Page, dark: boolean): Promise<void> {
  await page.evaluate((isDark) => {
    const { classList } = document.documentElement;
    classList.toggle("dark", isDark);
    classList.toggle("light", !isDark);
  }, dark);
  await finishAnimations(page);
}

/** Ends everything that moves or changes its colour, but for what pulses for ever. */
export async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState !== "finished" && Number.isFinite(effect?.getComputedTiming().endTime),
        );
    // A colour that is inherited begins to change when its parent's has ended.
    for (let some = running(), depth = 0; some.length > 0 && depth < 50; some = running(), depth++)
      for (const animation of some) animation.finish();
  });
}

/** Everything that is read or read out on a page: texts, names, hints. */
export function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (!node.parentElement?.closest("script, style")) found.add(node.textContent ?? "");
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]"))
      for (const name of ["aria-label", "placeholder", "title", "alt"])
        found.add(element.getAttribute(name) ?? "");
    return [...found].map((text) => text.trim()).filter((text) => text !== "");
  });
}
