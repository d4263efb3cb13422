import { expect, test } from "vitest";
import { languageOf, pageLanguageOf } from "./request-language.ts";

function asking(accepted: string | undefined, cookie?: string) {
  const headers = new Headers();
  if (accepted !== undefined) headers.set("Accept-Language", accepted);
  if (cookie !== undefined) headers.set("Cookie", `a=b; tbb_language=${cookie}`);
  return new Request("https://portal.example/login", { headers });
}

test.each([
  [undefined, "en"],
  ["", "en"],
  ["de", "de"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["nl, de-DE;q=0.8", "de"],
  ["en;q=0.2, it ; q=0.7,ar-MA", "ar"],
  ["zh-Hant-TW, *;q=0.1", "zh"],
  [";;q=x,,", "en"],
])("of %j there is %s, for a page and for the API", async (accepted, language) => {
  expect(await pageLanguageOf(asking(accepted))).toBe(language);
  // The second call reads the cached result.
  expect(await pageLanguageOf(asking(accepted))).toBe(language);
  expect(languageOf(asking(accepted))).toBe(language);
});

test("on a page the user's chosen language precedes the browser's", async () => {
  expect(await pageLanguageOf(asking("ar,en;q=0.5", "de"))).toBe("de");
  expect(languageOf(asking("ar,en;q=0.5", "de"))).toBe("ar");
});

test("a language that there is not was not chosen", async () => {
  for (const wrong of ["xx", "<script>;q=1", "de-AT", ""])
    expect(await pageLanguageOf(asking("ar,en;q=0.5", wrong)), wrong).toBe("ar");
});
