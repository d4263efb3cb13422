import { randomInt } from "node:crypto";

const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";

/** Characters that are not easily taken for one another, 5 bits each. */
export function makePassword(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
