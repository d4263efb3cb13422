import type { Page } from "@playwright/test";
import { isolateInterpolation } from "#app/i18n/isolate.ts";
import { findMisplaced, findWidening } from "../../support/find-misplaced-texts.ts";
import { type Finding, openWhole, settle, WIDTHS } from "./show-page.ts";

/**
 * Opens a page and puts each of many texts wherever it shows the one that was written: the same elements in the same
 * looks, for a hundredth of the work of writing and loading.
 * @param written what stands in every field now
 */
export async function placeTexts(
  page: Page,
  path: string,
  written: string,
  texts: readonly string[],
): Promise<Finding[]> {
  const plain = await openWhole(page, path);
  const found: Finding[] = [];
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport);
    await settle(page);
    const report = (what: string, where: string) =>
      found.push({ what: `${plain}: ${viewport.width} px: ${what}`, where });
    for (const text of texts) {
      await place(page, written, text);
      for (const part of await findWidening(page))
        report("wider than its window", `${part}: ${text}`);
      for (const one of await findMisplaced(page, [text])) report(one.what, one.text);
    }
    await place(page, written, written);
  }
  return found;
}

/** What says it is looked for anew where the page has drawn itself meanwhile. */
function place(page: Page, written: string, text: string): Promise<void> {
  return page.evaluate(
    ({ written, text, filled }) => {
      /** Rows of a list are alike: of nodes in equal places so many say it for all. */
      const ALIKE = 2;
      const ANCESTORS = 5;
      const placeOf = (node: Text) => {
        const names: string[] = [];
        for (
          let at = node.parentElement;
          at !== null && names.length < ANCESTORS;
          at = at.parentElement
        )
          names.push(`${at.tagName}.${at.className}`);
        return names.join(" < ");
      };
      const scope = globalThis as { placed?: { node: Text; data: string }[] };
      const known = (scope.placed ?? []).filter(({ node }) => node.isConnected);
      const nodes = new Set(known.map(({ node }) => node));
      const alike = new Map<string, number>();
      for (const { node } of known) alike.set(placeOf(node), (alike.get(placeOf(node)) ?? 0) + 1);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        if (nodes.has(node) || !node.data.includes(written)) continue;
        if (node.parentElement?.tagName === "SCRIPT") continue;
        const count = (alike.get(placeOf(node)) ?? 0) + 1;
        alike.set(placeOf(node), count);
        if (count <= ALIKE) known.push({ node, data: node.data });
      }
      const fill = (data: string) => (data.trim() === written ? text : filled);
      for (const { node, data } of known) node.data = data.replaceAll(written, () => fill(data));
      scope.placed = known;
    },
    // Within a sentence it is isolated from its words.
    { written, text, filled: isolateInterpolation(text) },
  );
}
