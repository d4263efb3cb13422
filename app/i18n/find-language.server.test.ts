import { expect, test } from "vitest";
import { languageFinder } from "./find-language.server.ts";

const find = languageFinder(["en", "de", "ar"]);

function asking(accepted: string | undefined) {
  const headers = new Headers();
  if (accepted !== undefined) headers.set("Accept-Language", accepted);
  return new Request("https://portal.example/login", { headers });
}

test.each([
  [undefined, "en"],
  ["", "en"],
  ["de", "de"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["nl, de-DE;q=0.8", "de"],
  ["en;q=0.2, fr ; q=0.7,ar-MA", "ar"],
  ["zh-Hant-TW, *;q=0.1", "en"],
  [";;q=x,,", "en"],
])("of %j there is %s", async (accepted, language) => {
  expect(await find(asking(accepted))).toBe(language);
  // And again, now that it is known.
  expect(await find(asking(accepted))).toBe(language);
});
