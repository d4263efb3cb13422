import type { Page } from "@playwright/test";

/** Size of what a finger presses, px. */
const MIN_TARGET = 44;

/**
 * Controls of a page that are smaller than a finger, each with its size. The area counts that reacts, which may be larger
 * than what is drawn: a point beside a control is pressed on trial. Links within sentences, as the credits of a map, and bars of the timeline, whose
 * alarms are also in the list, are exempt as in WCAG 2.5.8; so are the handles of limits in a chart, which may be close to each
 * other and whose values are typed in fields, too.
 */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((min) => {
    const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    const isExempt = (control: Element) =>
      control.closest("[tabindex='-1'][data-level]") !== null ||
      (control.matches("p a, li > p a, .leaflet-control-attribution a") &&
        getComputedStyle(control).display === "inline");
    /** The label of a check box reacts like the box. */
    const targetOf = (control: Element) =>
      (control.matches("[type=checkbox], [type=radio]") && control.closest("label")) || control;
    const isHit = (target: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && target.contains(hit);
    };
    const small = new Set<string>();
    for (const control of document.querySelectorAll(controls)) {
      const target = targetOf(control);
      if (!target.checkVisibility({ visibilityProperty: true }) || isExempt(control)) continue;
      target.scrollIntoView({ block: "center", inline: "center" });
      const { left, top, width, height } = target.getBoundingClientRect();
      // Visible to screen readers alone, or beside the window.
      const isAside = left < 0 || left + width > innerWidth;
      if (width <= 1 || height <= 1 || isAside) continue;
      const [x, y] = [left + width / 2, top + height / 2];
      const reach = min / 2 - 1;
      const isWide = width >= min || (isHit(target, x - reach, y) && isHit(target, x + reach, y));
      const isTall = height >= min || (isHit(target, x, y - reach) && isHit(target, x, y + reach));
      if (isWide && isTall) continue;
      const name = control.getAttribute("aria-label") ?? target.textContent ?? "";
      small.add(`${Math.round(width)} x ${Math.round(height)}: ${name.trim().slice(0, 40)}`);
    }
    return [...small];
  }, MIN_TARGET);
}
