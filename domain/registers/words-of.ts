/**
 * Converts an identifier to words: "acInputVoltage" and "ac_input_voltage" become "Ac input voltage". A name that
 * consists of words only gets a capital: "50 Hz" stays as it is.
 */
export function wordsOf(name: string): string {
  const trimmed = name.trim();
  return capitalised(/\s/.test(trimmed) ? trimmed : split(trimmed));
}

function split(name: string): string {
  const words = name
    .replaceAll("_", " ")
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(" ")
    .map((word) => (/^\p{Lu}{2,}\d*$/u.test(word) ? word : word.toLowerCase()));
  return words.join(" ");
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
