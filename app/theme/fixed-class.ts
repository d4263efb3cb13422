import type { SystemStyleObject } from "@chakra-ui/react";

/** Begins the name of a recipe among styles; the value has its variants. */
export const RECIPE = "@recipe ";

/** Stands for the styles of one of Chakra's recipes with the given variants, which only the server resolves. */
export function styleOf(
  recipe: "button" | "input",
  variants: Record<string, string>,
): SystemStyleObject {
  return { [RECIPE + recipe]: variants } as unknown as SystemStyleObject;
}

/** Returns the class of fixed styles: equal on the server and in the browser, because it depends only on the styles. */
export function classOf(styles: readonly object[]): string {
  return `hp-${hash(JSON.stringify(styles))}`;
}

/** Hashes a text to 53 bits with two multiplications for each character. */
function hash(text: string): string {
  let low = 0x9e3779b1;
  let high = 0x85ebca77;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    low = Math.imul(low ^ code, 0x2c1b3c6d);
    high = Math.imul(high ^ code, 0x297a2d39);
    low = (low << 13) | (low >>> 19);
    high = (high << 17) | (high >>> 15);
  }
  low = Math.imul(low ^ (high >>> 16), 0x85ebca6b) >>> 0;
  high = Math.imul(high ^ (low >>> 15), 0xc2b2ae35) >>> 0;
  return ((high & 0x1fffff) * 2 ** 32 + low).toString(36);
}
