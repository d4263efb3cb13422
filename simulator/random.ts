/** A 32-bit seed from a text (FNV-1a, then mixed). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

/** A 32-bit number from two others. */
export function hashNumbers(one: number, other: number): number {
  return mix(mix(one ^ 0x9e3779b9) ^ Math.imul(other | 0, 0x85ebca6b));
}

/** Uniform in [0, 1), always the same for the same seed and index. */
export function uniformAt(seed: number, index: number): number {
  return hashNumbers(seed, index) / 0x1_0000_0000;
}

/** Normal with mean 0 and deviation 1, always the same for the same seed and index (Box and Muller). */
export function normalAt(seed: number, index: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniformAt(seed, index)));
  return radius * Math.cos(2 * Math.PI * uniformAt(seed ^ 0x5bd1e995, index));
}

/** A sequence of numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

function mix(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
