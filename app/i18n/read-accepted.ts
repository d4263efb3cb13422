/** The languages of an `Accept-Language` header, the most wanted first; refused ones are left out. */
export function readAccepted(header: string): string[] {
  return header
    .split(",")
    .map((part) => {
      const [language = "", ...parameters] = part.split(";").map((text) => text.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { language, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ language, quality }) => language !== "" && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ language }) => language);
}
