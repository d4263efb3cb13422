/** A programmer's name as words: "acInputVoltage" and "ac_input_voltage" are "Ac input voltage". */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll("_", " ")
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .trim()
    .split(/\s+/)
    .map((word) => (/^\p{Lu}{2,}\d*$/u.test(word) ? word : word.toLowerCase()));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
