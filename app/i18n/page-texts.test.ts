import { expect, test } from "vitest";
import { LANGUAGES } from "#domain/languages.ts";

const texts = import.meta.glob(
  "/locales/*/{account,addsite,alarms,branding,charts,energy,legal,listtools,login,management,map,news,place,platform,settings,share,user,weather,welcome}.json",
);

test("the texts of a page of its own are there in every language, under the names that are looked for", () => {
  for (const language of LANGUAGES)
    for (const name of [
      "account",
      "addsite",
      "alarms",
      "branding",
      "charts",
      "energy",
      "listtools",
      "login",
      "management",
      "map",
      "news",
      "place",
      "platform",
      "settings",
      "share",
      "user",
      "weather",
      "welcome",
    ])
      expect(
        Object.keys(texts).filter((path) => path.endsWith(`/${language}/${name}.json`)),
      ).toHaveLength(1);
});
