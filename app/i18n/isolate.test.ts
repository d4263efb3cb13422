import fc from "fast-check";
import { createInstance } from "i18next";
import { expect, test } from "vitest";
import { HOSTILE_TEXTS } from "../../tests/support/hostile-texts.ts";
import { isolateInterpolation } from "./isolate.ts";
import { I18N_OPTIONS } from "./options.ts";

test("a text that cannot change the direction, or already has isolates, is unchanged", () => {
  for (const text of ["", "Roof 7", "Zoë’s & <b>", "12,5", "屋顶", "\u206612 kW\u2069"])
    expect(isolateInterpolation(text)).toBe(text);
  expect(isolateInterpolation("مرحبا")).toBe("\u2068مرحبا\u2069");
});

test("a date inside an inserted value keeps its direction", () => {
  const upTo = "حتى \u20662026-12-24\u2069";
  expect(isolateInterpolation(upTo)).toBe(`\u2068${upTo}\u2069`);
  expect(isolateInterpolation("م\u2066liah\u2069")).toBe("\u2068مliah\u2069");
});

test("inserted values contain no direction marks except one enclosing pair", () => {
  const letters = fc.constantFrom("a", "م", "!", ..."\u202a\u202e\u2066\u2068\u2069\u200f");
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 12 }), (drawn) => {
      const isolated = isolateInterpolation(drawn.join(""));
      expect(isolated).toMatch(/^([\u2066-\u2068]?)[^\u202a-\u202e\u2066-\u2069]*(\u2069?)$/);
      expect(/^[\u2066-\u2068]/.test(isolated)).toBe(isolated.endsWith("\u2069"));
      expect(isolateInterpolation(isolated)).toBe(isolated);
    }),
  );
});

test("texts of the pages are filled in so, and nothing in them is looked up or filled in again", async () => {
  const i18n = createInstance(I18N_OPTIONS);
  const common = { ask: "Remove {{name}}?", title: "Title" };
  await i18n.init({ lng: "en", resources: { en: { common } } });
  const texts = i18n as unknown as { t(key: string, values: object): string };
  expect(texts.t("ask", { name: "\u202eliah" })).toBe("Remove \u2068liah\u2069?");
  for (const name of HOSTILE_TEXTS)
    expect(texts.t("ask", { name })).toBe(`Remove ${isolateInterpolation(name)}?`);
});
