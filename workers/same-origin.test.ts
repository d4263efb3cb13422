import { expect, test } from "vitest";
import { hasNoOrigin, isCrossOrigin, isSameOrigin } from "./same-origin.ts";

const OWN = "https://helioport.test";

/** Returns [isCrossOrigin, isSameOrigin]. */
function judge(origin: string | null, fetchSite: string | null): [boolean, boolean] {
  const headers = new Headers();
  if (origin !== null) headers.set("Origin", origin);
  if (fetchSite !== null) headers.set("Sec-Fetch-Site", fetchSite);
  const request = new Request(`${OWN}/login`, { headers });
  return [isCrossOrigin(request), isSameOrigin(request)];
}

test.each([
  [OWN, null, false, true],
  [OWN, "same-origin", false, true],
  [null, "same-origin", false, true],
  [null, null, false, false],
  [null, "none", false, false],
  [null, "cross-site", true, false],
  [null, "same-site", true, false],
  [OWN, "cross-site", true, false],
  [OWN, "same-site", true, false],
  ["https://evil.test", null, true, false],
  ["https://evil.test", "same-origin", true, false],
  ["http://helioport.test", null, true, false],
  [`${OWN}:444`, null, true, false],
  ["null", "same-origin", true, false],
  ["null", "cross-site", true, false],
  ["null", null, true, false],
])("Origin %j with Sec-Fetch-Site %j: foreign %j, our own %j", (origin, site, foreign, own) => {
  expect(judge(origin, site)).toEqual([foreign, own]);
});

test("a form of a page without referrer is accepted as same-origin, and nothing else is", () => {
  const says = (headers: Record<string, string>) =>
    hasNoOrigin(new Request(`${OWN}/share`, { headers }));
  expect(says({ Origin: "null", "Sec-Fetch-Site": "same-origin" })).toBe(true);
  for (const site of ["cross-site", "same-site", "none"])
    expect(says({ Origin: "null", "Sec-Fetch-Site": site }), site).toBe(false);
  expect(says({ Origin: "null" })).toBe(false);
  expect(says({ Origin: "https://evil.test", "Sec-Fetch-Site": "same-origin" })).toBe(false);
});
