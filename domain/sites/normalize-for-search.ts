/** Returns a text in the form in which texts are searched and sorted: lower case, without accents, "ß" as "ss". */
export function normalizeForSearch(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss");
}
