import { z } from "zod";
import { LANGUAGE_NAMES, LANGUAGES } from "#domain/languages.ts";
import { anyone } from "../access.ts";
import { operation } from "../operation.ts";

const named = z.array(z.object({ code: z.string(), name: z.string() }));

export const getLanguages = operation({
  path: "POST /basic/v2/code/getAllLanguageCode",
  writes: false,
  description: {
    summary: "Lists the languages of the portal, each by its own name",
    output: named,
    example: { input: {}, output: [{ code: "en", name: "English" }] },
  },
  input: z.object({}),
  access: anyone,
  run: async () => LANGUAGES.map((code) => ({ code, name: LANGUAGE_NAMES[code] })),
});

export const getCountries = operation({
  path: "POST /basic/v2/code/getAllCountryCode",
  writes: false,
  description: {
    summary:
      "Lists the countries by ISO 3166-1 alpha-2 code, named and sorted in the language of the request",
    output: named,
    example: { input: {}, output: [{ code: "DE", name: "Germany" }] },
  },
  input: z.object({}),
  access: anyone,
  run: async ({ context: { countries, language } }) => countries.list(language),
});
