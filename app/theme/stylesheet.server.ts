import createCache from "@emotion/cache";
import { css } from "@emotion/react";
import { fixedStyles } from "./styled.tsx";
import { globalStyles, system } from "./system.ts";

export type Stylesheet = {
  /** Changes with the content. */
  path: string;
  text: string;
};

let made: { of: number; sheet: Stylesheet } | undefined;

/** All styles that are equal on every page, as one file that a browser loads once. */
export function readStylesheet(): Stylesheet {
  if (made?.of !== fixedStyles.size) made = { of: fixedStyles.size, sheet: makeStylesheet() };
  return made.sheet;
}

function makeStylesheet(): Stylesheet {
  const cache = createCache({ key: "hp" });
  const rulesOf = (selector: string, looks: typeof globalStyles) =>
    cache.insert(selector, looks, cache.sheet, false) ?? "";
  const text = [
    system.layers.atRule,
    rulesOf("", globalStyles),
    ...[...fixedStyles].map(([own, looks]) => rulesOf(`.${own}`, looks)),
  ].join("\n");
  return { path: `/stylesheet/${css(text).name}.css`, text };
}
