/** Eastern and western Arabic digits; the last four bits of each are its value. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;

/**
 * Parses a number in Latin or Arabic digits with a point or a comma: undefined if the text is empty, NaN if it is no
 * number.
 */
export function typedNumber(typed: string): number | undefined {
  const text = typed
    .trim()
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[,\u066B]/, ".")
    .replace("\u2212", "-");
  if (text === "") return undefined;
  return /^-?\d{1,12}(\.\d*)?$/.test(text) ? Number(text) : Number.NaN;
}
