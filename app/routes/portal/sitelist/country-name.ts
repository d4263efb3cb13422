const regions = new Map<string, Intl.DisplayNames>();
/** Country names that the server sent, by language and code. */
const provided = new Map<string, string>();

/** Name of a country; an unknown one is shown by its code. */
export function countryName(code: string, language: string): string {
  if (code === "") return "";
  const sent = provided.get(`${language} ${code}`);
  if (sent !== undefined) return sent;
  const known = regions.get(language) ?? new Intl.DisplayNames(language, { type: "region" });
  regions.set(language, known);
  return known.of(code) ?? code;
}

/** The names of some countries, for `provideCountryNames` in a browser. */
export function listCountryNames(codes: Iterable<string>, language: string): [string, string][] {
  return [...new Set(codes)].map((code) => [code, countryName(code, language)]);
}

/** Sets the names with which the server rendered the page, because the browser's own locale data may differ. */
export function provideCountryNames(
  names: readonly (readonly [code: string, name: string])[],
  language: string,
): void {
  for (const [code, name] of names) provided.set(`${language} ${code}`, name);
}
