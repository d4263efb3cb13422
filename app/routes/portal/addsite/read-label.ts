const PART = /[A-Z0-9-]+/g;

/**
 * Reads the serial number and the check code from the text of a label's barcode, whatever separates them:
 * `SN:HL2-2604-00187 CODE:SUN7-K4QM`, `HL2-2604-00187;SUN7-K4QM`, or an address with both. Null if one is missing.
 */
export function readLabel(text: string): { sn: string; checkCode: string } | null {
  const named =
    /(?:sn|serial)[^A-Za-z0-9]+([A-Za-z0-9-]{6,32}).*?(?:check[ -]?code|code|cc)[^A-Za-z0-9]+([A-Za-z0-9-]{4,32})/is.exec(
      text,
    );
  if (named?.[1] && named[2]) return toLabel(named[1], named[2]);
  const parts = text.trim().toUpperCase().match(PART) ?? [];
  const [serial, code] = parts;
  const isWhole = parts.length === 2 && !/[^\sA-Za-z0-9;,|/-]/.test(text.trim());
  if (!isWhole || !serial || !code || serial.length < 6 || code.length < 4) return null;
  return toLabel(serial, code);
}

function toLabel(sn: string, checkCode: string) {
  return { sn: sn.toUpperCase(), checkCode: checkCode.toUpperCase() };
}
