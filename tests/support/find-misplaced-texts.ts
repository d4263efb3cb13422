import type { Page } from "@playwright/test";

/** Signs that turn the direction of what follows, and letters that are written from right to left. */
const TURNING =
  "[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]";

/** What kind of thing is wrong, and with which text. */
export type Misplaced = { what: string; text: string };

/**
 * What is wrong with how texts stand on a page: one outside of its box, and one of the given texts that could turn the
 * words beside it, since it is not isolated from them.
 */
export function findMisplaced(page: Page, texts: readonly string[]): Promise<Misplaced[]> {
  return page.evaluate(
    ({ texts, turning }) => {
      const PIXELS = 2;
      const BEGINNING = 16;
      const found: { what: string; text: string }[] = [];
      const isTurning = new RegExp(turning);
      const given = texts.map((text) => text.trim()).filter((text) => text !== "");
      /** A logger's identifier is shown as words: "gridPower" is "grid power". */
      const inOne = (text: string) => text.replaceAll(/\s/g, "").toLowerCase();
      /** Whether it is one of the texts and nothing else, shortened or as an address. */
      const isOne = (shown: string) =>
        given.some(
          (text) =>
            text.startsWith(shown.replace(/^x/, "")) ||
            inOne(text) === inOne(shown) ||
            shown === `${text.replaceAll(/\s/g, "")}@example.org`,
        );
      const isInline = (style: CSSStyleDeclaration) => /^(inline|contents)$/.test(style.display);
      const report = (what: string, { data }: Text) => found.push({ what, text: data });
      const name = (element: Element) =>
        `${element.tagName.toLowerCase()}.${element.className?.toString().slice(0, 40)}`;

      function findSpill(node: Text, element: Element): string | null {
        const range = document.createRange();
        range.selectNodeContents(node);
        const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (rects.length === 0) return null;
        const left = Math.min(...rects.map((rect) => rect.left));
        const right = Math.max(...rects.map((rect) => rect.right));
        for (let at: Element | null = element; at !== null; at = at.parentElement) {
          const style = getComputedStyle(at);
          if (style.overflowX !== "visible" || style.clipPath !== "none") return null;
          const box = at.getBoundingClientRect();
          const isBox = !isInline(style) || at instanceof SVGSVGElement;
          const isOutside = left < box.left - PIXELS || right > box.right + PIXELS;
          if (isBox && isOutside) return name(at);
          if (/^(absolute|fixed)$/.test(style.position)) return null;
        }
        return null;
      }

      /** Whether nothing stands beside it that it could turn. */
      function isAlone(node: Text, element: Element): boolean {
        for (let at: Element | null = element; at !== null; at = at.parentElement) {
          const style = getComputedStyle(at);
          if (isInline(style) && /isolate|plaintext/.test(style.unicodeBidi)) return true;
          if (isInline(style)) continue;
          const isItem = /flex|grid/.test(style.display) || at.closest("svg, option") !== null;
          const shown = (isItem ? node.data : (at.textContent ?? "")).trim();
          return (
            (shown === node.data.trim() && isOne(shown)) ||
            /[\u2066-\u2068][\s\S]*\u2069/.test(shown)
          );
        }
        return true;
      }

      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        const element = node.parentElement;
        if (element === null || node.data.trim() === "") continue;
        if (/^(script|style|noscript|template|title)$/i.test(element.tagName)) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        // Some places show the beginning alone.
        if (!given.some((text) => node.data.includes(text.slice(0, BEGINNING)))) continue;
        const spilt = findSpill(node, element);
        if (spilt !== null) report(`a text outside of ${spilt}`, node);
        if (isTurning.test(node.data) && !isAlone(node, element))
          report(`turns what is beside it in ${name(element)}`, node);
      }
      return found;
    },
    { texts: [...texts], turning: TURNING },
  );
}

/** The innermost elements that stick out of the window, where the page is wider than it. */
export function findWidening(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const isOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > innerWidth + 1 || left < -1);
    };
    return [...document.body.querySelectorAll("*")]
      .filter((element) => isOut(element) && ![...element.children].some(isOut))
      .filter((element) => element.checkVisibility())
      .slice(0, 3)
      .map((element) => {
        const { left, right } = element.getBoundingClientRect();
        const path: string[] = [];
        for (
          let at: Element | null = element;
          at !== null && path.length < 4;
          at = at.parentElement
        )
          path.unshift(at.tagName.toLowerCase());
        return `${path.join(" > ")} (${Math.round(left)} to ${Math.round(right)})`;
      });
  });
}
