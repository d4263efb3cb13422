import type { CountryCode } from "libphonenumber-js";
import type { Phones } from "#operations/context.ts";

/** Loads the numbering rules when they are first used. */
export const phones: Phones = {
  async read(text, country) {
    const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
    const number = parsePhoneNumberFromString(text, {
      ...(country !== "" && { defaultCountry: country as CountryCode }),
      extract: false,
    });
    return number?.isValid() ? number.number : null;
  },
};
