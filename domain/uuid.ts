const LENGTH = 16;

/** Returns a version 4 UUID of 16 random bytes. */
export function uuidOf(randomBytes: (length: number) => Uint8Array): string {
  const bytes = Uint8Array.from(randomBytes(LENGTH));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
