import fc from "fast-check";
import { expect, test } from "vitest";
import { classOf, styleOf } from "./fixed-class.ts";
import { styled as styledInBrowser } from "./styled.browser.tsx";
import { fixedStyles, styled } from "./styled.tsx";

const styles = fc.dictionary(
  fc.constantFrom("color", "p", "& a", "&[data-tone=good]", "_hover"),
  fc.oneof(fc.string(), fc.dictionary(fc.constantFrom("base", "md"), fc.string())),
);

test("different styles have different classes, equal ones the same", () => {
  fc.assert(
    fc.property(fc.array(styles), fc.array(styles), (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(classOf(one) === classOf(other)).toBe(isSame);
      expect(classOf(one)).toMatch(/^hp-[a-z0-9]+$/);
    }),
    { numRuns: 2_000 },
  );
});

test("many similar styles have different classes", () => {
  const classes = new Set<string>();
  for (let number = 0; number < 50_000; number += 1) classes.add(classOf([{ p: `${number}px` }]));
  expect(classes.size).toBe(50_000);
});

test("the browser's element has the class for which the server has the styles", () => {
  const styles = [
    { color: "fg" },
    { "& select": { ...styleOf("input", { size: "md" }), pe: "9" } },
  ];
  const Server = styled("p", ...styles);
  const Browser = styledInBrowser("p", ...styles);
  const { className } = Server({}).props as { className: string };
  expect(Browser({}).props).toEqual({ className });
  expect(fixedStyles.get(className)?.styles).toMatch(/select\{.*padding-inline-end/);
});
