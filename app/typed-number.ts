/** Eastern and western Arabic digits; the last four bits of each are its value. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;

/**
 * A number as people write it, in Latin or Arabic digits, with a point or a comma: undefined where nothing was typed,
 * NaN where it is none.
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
