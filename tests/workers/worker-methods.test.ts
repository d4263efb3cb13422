import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { server } from "#workers/server.ts";
import { ORIGIN } from "../support/call-api.ts";
import { seedUsers } from "../support/seed-users.ts";

beforeEach(seedUsers);

test.each(["OPTIONS", "PUT", "PATCH", "DELETE", "PROPFIND"])(
  "a page answers %s with 405 and the methods that it has, and logs no error",
  async (method) => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    for (const path of ["/login", "/sitelist", "/nowhere"]) {
      const response = await exports.default.fetch(`${ORIGIN}${path}`, { method });
      expect(response.status, path).toBe(405);
      expect(response.headers.get("Allow")).toBe("GET, HEAD, POST");
    }
    expect(error).not.toHaveBeenCalled();
  },
);

test("an asset that does not exist is not kept by anybody", async () => {
  const response = await exports.default.fetch(`${ORIGIN}/assets/entry.client-gone.js`);
  expect(response.status).toBe(404);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
});

test("every page says which features of a browser it uses", async () => {
  const { headers } = await exports.default.fetch(`${ORIGIN}/login`);
  const policy = headers.get("Permissions-Policy") ?? "";
  for (const part of ["camera=()", "microphone=()", "geolocation=(self)", "fullscreen=(self)"])
    expect(policy).toContain(part);
});

test("security.txt names the operator's contact and expires within a year; without one there is none", async () => {
  const path = `${ORIGIN}/.well-known/security.txt`;
  expect((await server.request(path, {}, env)).status).toBe(404);
  const set = { ...env, SECURITY_CONTACT: "mailto:security@sun.example" } as unknown as Env;
  const response = await server.request(path, {}, set);
  expect(response.headers.get("Content-Type")).toContain("text/plain");
  const lines = (await response.text()).trim().split("\n");
  expect(lines[0]).toBe("Contact: mailto:security@sun.example");
  const expires = Date.parse(lines[1]?.replace("Expires: ", "") ?? "") - Date.now();
  expect(expires).toBeGreaterThan(30 * 86_400_000);
  expect(expires).toBeLessThan(365 * 86_400_000);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const wrong = { ...env, SECURITY_CONTACT: "me\nExpires: never" } as unknown as Env;
  expect((await server.request(path, {}, wrong)).status).toBe(404);
});
