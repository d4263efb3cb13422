import { expect, test } from "vitest";
import { clearSessionCookie, writeSessionCookie } from "./session-cookie.ts";

test("the session's cookie is out of reach of scripts, of sibling hosts and of other sites' requests", () => {
  expect(writeSessionCookie("token", true)).toBe(
    "__Host-helioport_session=token; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure",
  );
});

test("the cookie is neither Secure nor prefixed where the server itself runs on plain http", () => {
  expect(writeSessionCookie("token", false)).toMatch(/^helioport_session=token; /);
  expect(writeSessionCookie("token", false)).not.toContain("Secure");
});

test("clearing the session expires its cookie at once", () => {
  expect(clearSessionCookie(true)).toMatch(/^__Host-helioport_session=; Path=\/; Max-Age=0;/);
});
