import type { SealedBody } from "../../support/seal-call.ts";
import type { Chance } from "../../support/seeded-chance.ts";

/** Where a bit is flipped: in the letters of a field, in the bytes they stand for, or in the number. */
const PLACES = ["kid", "key", "keyBytes", "payload", "payloadBytes", "datetime"] as const;
export type Place = (typeof PLACES)[number];

/** Bits of a letter, and of an instant. */
const LETTER_BITS = 7;
const INSTANT_BITS = 41;

/** The same envelope, but for one bit. */
export function flipBit(body: SealedBody, chance: Chance): { place: Place; flipped: SealedBody } {
  const place = chance.oneOf(PLACES);
  return { place, flipped: { ...body, ...flipAt(body, place, chance) } };
}

function flipAt(body: SealedBody, place: Place, chance: Chance): Partial<SealedBody> {
  switch (place) {
    case "datetime": {
      const bit = 1n << BigInt(chance.below(INSTANT_BITS));
      return { datetime: Number(BigInt(body.datetime) ^ bit) };
    }
    case "keyBytes":
      return { key: flipByte(body.key, chance) };
    case "payloadBytes":
      return { payload: flipByte(body.payload, chance) };
    default:
      return { [place]: flipLetter(body[place], chance) };
  }
}

function flipLetter(text: string, chance: Chance): string {
  const place = chance.below(text.length);
  const letter = text.charCodeAt(place) ^ (1 << chance.below(LETTER_BITS));
  return text.slice(0, place) + String.fromCharCode(letter) + text.slice(place + 1);
}

function flipByte(text: string, chance: Chance): string {
  const bytes = Buffer.from(text, "base64url");
  const place = chance.below(bytes.length);
  bytes[place] = (bytes[place] ?? 0) ^ (1 << chance.below(8));
  return bytes.toString("base64url");
}
