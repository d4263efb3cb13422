import fc from "fast-check";
import { expect, test } from "vitest";
import {
  openAlarmLink,
  openUnsubscribeLink,
  signAlarmLink,
  signUnsubscribeLink,
} from "./alarm-link.ts";
import { deriveKeyRing } from "./key-ring.ts";

const ring = deriveKeyRing(new Uint8Array(32).fill(7));
const other = deriveKeyRing(new Uint8Array(32).fill(8));
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

test("a link names its alarm and user until it expires", () => {
  fc.assert(
    fc.property(id, id, id, id, (userId, siteId, logId, expiresAt) => {
      const link = { userId, siteId, logId, expiresAt };
      const token = signAlarmLink(ring, link);
      expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/);
      expect(openAlarmLink(ring, token, expiresAt - 1)).toEqual(link);
      expect(openAlarmLink(ring, token, expiresAt)).toBeNull();
      expect(openAlarmLink(other, token, 0)).toBeNull();
      expect(openUnsubscribeLink(ring, token)).toBeNull();
    }),
  );
});

test("a link with one changed character opens nothing", () => {
  const token = signAlarmLink(ring, { userId: 1, siteId: 2, logId: 3, expiresAt: 1_000 });
  for (let place = 0; place < token.length; place++) {
    const sign = token[place] === "A" ? "B" : "A";
    const changed = token.slice(0, place) + sign + token.slice(place + 1);
    expect(openAlarmLink(ring, changed, 0), changed).toBeNull();
  }
  for (const wrong of ["", ".", "a.b.c", `${token}A`, token.slice(1), "x".repeat(10_000)])
    expect(openAlarmLink(ring, wrong, 0)).toBeNull();
});

test("a link that ends e-mails names its user, and no alarm", () => {
  const token = signUnsubscribeLink(ring, 12);
  expect(openUnsubscribeLink(ring, token)).toBe(12);
  expect(openUnsubscribeLink(other, token)).toBeNull();
  expect(openAlarmLink(ring, token, 0)).toBeNull();
});
