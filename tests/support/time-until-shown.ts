import type { Page } from "@playwright/test";

/** Who watches must be out within this, ms. */
export const OUT_WITHIN_MS = 2_000;

/**
 * How long after a click, or the key that does as one, another user's page shows it in a heading, ms. Both pages record
 * the time themselves: asking them in turn would be counted, too.
 */
export async function timeUntilShown(
  { page, act }: { page: Page; act: () => Promise<void> },
  other: { page: Page; heading: string },
): Promise<number> {
  const reported = whenShown(other.page, other.heading);
  const clicked = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener("click", () => resolve(Date.now()), { capture: true, once: true });
      }),
  );
  await act();
  const began = await clicked;
  return (await reported) - began;
}

/** When a page first says it in a heading, ms UTC. */
function whenShown(page: Page, heading: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const headings = [...document.querySelectorAll("h1, h2")];
          if (!headings.some(({ textContent }) => textContent === wanted)) return;
          observer.disconnect();
          resolve(Date.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, characterData: true });
        look();
      }),
    heading,
  );
}
