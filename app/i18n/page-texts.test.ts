import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "#domain/languages.ts";
import { PAGE_NAMESPACES } from "./page-texts.ts";

const texts = import.meta.glob(
  "/locales/*/{account,addsite,alarms,archives,branding,charts,controls,dashboard,devices,energy,exports,faults,feedback,imports,journal,legal,listtools,login,management,map,news,param,parameters,place,platform,registers,remote,rollouts,settings,share,sitelist,user,weather,welcome}.json",
);

test("the texts of a page of its own are there in every language, under the names that are looked for", () => {
  for (const language of LANGUAGES)
    for (const name of [
      "account",
      "addsite",
      "alarms",
      "branding",
      "charts",
      "controls",
      "dashboard",
      "devices",
      "energy",
      "faults",
      "feedback",
      "imports",
      "journal",
      "listtools",
      "login",
      "management",
      "map",
      "news",
      "param",
      "parameters",
      "place",
      "platform",
      "registers",
      "remote",
      "rollouts",
      "settings",
      "share",
      "sitelist",
      "user",
      "weather",
      "welcome",
    ])
      expect(
        Object.keys(texts).filter((path) => path.endsWith(`/${language}/${name}.json`)),
      ).toHaveLength(1);
});

test("the server has the texts of every page before it renders one", () => {
  const source = readFileSync(new URL("middleware.server.ts", import.meta.url), "utf8");
  const [, names = ""] = /locales\/\*\/\{(.*?)\}/.exec(source) ?? [];
  // Drafts exist in browsers only.
  expect(names.split(",")).toEqual(PAGE_NAMESPACES.filter((name) => name !== "drafts"));
});
