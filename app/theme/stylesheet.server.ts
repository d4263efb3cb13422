import createCache from "@emotion/cache";
import { css } from "@emotion/react";
import { fixedLooks } from "./styled.tsx";
import { globalLooks, system } from "./system.ts";

export type Stylesheet = {
  /** Changes with the text. */
  path: string;
  text: string;
};

let made: { of: number; sheet: Stylesheet } | undefined;

/** All that is the same on every page, as one file that a browser fetches once. */
export function readStylesheet(): Stylesheet {
  if (made?.of !== fixedLooks.size) made = { of: fixedLooks.size, sheet: makeStylesheet() };
  return made.sheet;
}

function makeStylesheet(): Stylesheet {
  const cache = createCache({ key: "hp" });
  const rulesOf = (selector: string, looks: typeof globalLooks) =>
    cache.insert(selector, looks, cache.sheet, false) ?? "";
  const text = [
    system.layers.atRule,
    rulesOf("", globalLooks),
    ...[...fixedLooks].map(([own, looks]) => rulesOf(`.${own}`, looks)),
  ].join("\n");
  return { path: `/look/${css(text).name}.css`, text };
}
