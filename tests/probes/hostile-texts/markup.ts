import type { Page } from "@playwright/test";

/** What kinds of elements a page's markup has, as a browser reads it, each with the names of its attributes; and how many scripts. */
export type Markup = { status: number; kinds: string[]; scripts: number; strange: string[] };

/** Fetches pages as the browser's own person, and has it read them without carrying them out. */
export function readMarkup(page: Page, paths: readonly string[]): Promise<Markup[]> {
  return page.evaluate(
    (asked) =>
      Promise.all(
        asked.map(async (path) => {
          const response = await fetch(path);
          const html = await response.text();
          const read = new DOMParser().parseFromString(html, "text/html");
          const kinds = new Set<string>();
          const strange: string[] = [];
          for (const element of read.querySelectorAll("*")) {
            const names = element.getAttributeNames().sort();
            kinds.add([element.tagName, ...names].join(" ").toLowerCase());
            for (const attribute of names) {
              const value = element.getAttribute(attribute) ?? "";
              const isAddress = /^(href|src|srcset|action|formaction|srcdoc|data|xlink:href)$/;
              if (/^on|^srcdoc$/i.test(attribute)) strange.push(`${attribute}=${value}`);
              if (isAddress.test(attribute) && /^\s*(javascript|data:text|\/\/)/i.test(value))
                strange.push(`${attribute}=${value}`);
            }
          }
          return {
            status: response.status,
            kinds: [...kinds],
            scripts: read.querySelectorAll("script").length,
            strange,
          };
        }),
      ),
    [...paths],
  );
}

/** What a page has with a hostile text that it has not with a harmless one. */
export function compareMarkup(harmless: ReadonlySet<string>, found: Markup): string[] {
  return [...found.strange, ...found.kinds.filter((kind) => !harmless.has(kind))];
}
