import { expect, test } from "vitest";
import { callApi } from "../support/call-api.ts";

type Named = { code: string; name: string }[];

async function list(what: string, language?: string): Promise<Named> {
  const headers = language === undefined ? {} : { "Accept-Language": language };
  const { body } = await callApi(`/basic/v2/code/getAll${what}Code`, {}, headers);
  return body.data as Named;
}

test("the languages are returned to every caller, each with its own name", async () => {
  const languages = await list("Language");
  expect(languages.map(({ code }) => code)).toEqual(["en", "zh", "es", "fr", "de", "ar"]);
  expect(languages).toContainEqual({ code: "ar", name: "العربية" });
});

test("countries are named and ordered in the language of the request", async () => {
  const english = await list("Country");
  expect(english).toHaveLength(250);
  expect(english).toContainEqual({ code: "DE", name: "Germany" });
  const names: Record<string, string> = {
    "de-AT,de;q=0.9,en;q=0.8": "Deutschland",
    "it, fr;q=0.5": "Allemagne",
    zh: "德国",
    es: "Alemania",
    ar: "ألمانيا",
    "*": "Germany",
  };
  for (const [language, name] of Object.entries(names))
    expect(await list("Country", language), language).toContainEqual({ code: "DE", name });
  const german = (await list("Country", "de")).map(({ name }) => name);
  expect(german.indexOf("Österreich")).toBeLessThan(german.indexOf("Polen"));
});
