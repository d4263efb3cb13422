const LABEL = new TextEncoder().encode("helioport.viewer.v1");

/**
 * Returns the `info` with which a session key is derived: label ‖ browser public ‖ server public.
 * @param browserPublic 32 bytes
 * @param serverPublic 32 bytes
 */
export function sessionKeyInfo(
  browserPublic: Uint8Array,
  serverPublic: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const info = new Uint8Array(LABEL.length + 64);
  info.set(LABEL);
  info.set(browserPublic, LABEL.length);
  info.set(serverPublic, LABEL.length + 32);
  return info;
}
