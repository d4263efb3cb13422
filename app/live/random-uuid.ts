/** A random RFC 4122 id; unlike the browser's own it also works on a page served over plain http. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const BROWSER_ID = "helioport_browser";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of this browser, the same on every page; without storage a new one each time. */
export function browserId(): string {
  try {
    const known = localStorage.getItem(BROWSER_ID);
    if (known !== null && UUID.test(known)) return known;
    const made = randomUuid();
    localStorage.setItem(BROWSER_ID, made);
    return made;
  } catch {
    return randomUuid();
  }
}
