const regions = new Map<string, Intl.DisplayNames>();

/** A country by its name; one that nobody knows by its code. */
export function countryName(code: string, language: string): string {
  if (code === "") return "";
  const known = regions.get(language) ?? new Intl.DisplayNames(language, { type: "region" });
  regions.set(language, known);
  return known.of(code) ?? code;
}
