import { randomInt } from "node:crypto";

const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";

/** Generates a password of characters that are not easily confused, with 5 bits of entropy each. */
export function makePassword(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
