import type { Transition } from "#domain/history/zone-rules.ts";

/** A compiled zone of the tz database (RFC 9636). */
export type CompiledZone = {
  /** Offset before the first transition, ms ahead of UTC. */
  first: number;
  transitions: Transition[];
  /** Rule for the time after the last transition, in POSIX notation. */
  footer: string;
};

/** Parses the 64-bit part of a TZif file. */
export function readTzif(bytes: Buffer): CompiledZone {
  const sizeOf = (at: number, wide: number) => {
    const [isUt, isStd, leaps, times, types, abbreviations] = [20, 24, 28, 32, 36, 40].map(
      (field) => bytes.readUInt32BE(at + field),
    ) as [number, number, number, number, number, number];
    return {
      times,
      types,
      total:
        44 + times * (wide + 1) + types * 6 + abbreviations + leaps * (wide + 4) + isStd + isUt,
    };
  };
  const start = sizeOf(0, 4).total;
  const { times, types, total } = sizeOf(start, 8);
  const indices = start + 44 + times * 8;
  const offsetOf = (type: number) => bytes.readInt32BE(indices + times + type * 6) * 1000;
  if (types === 0) throw new Error("a zone without offsets");
  return {
    first: offsetOf(0),
    transitions: Array.from({ length: times }, (_, index) => ({
      at: Number(bytes.readBigInt64BE(start + 44 + index * 8)) * 1000,
      offset: offsetOf(bytes[indices + index] as number),
    })),
    footer: bytes.toString("latin1", start + total).trim(),
  };
}
