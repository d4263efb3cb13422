import { expect, test } from "vitest";
import { RESOURCE_PATHS, returnTo } from "./return-to.ts";
import routes from "./routes.ts";

const ORIGIN = "https://portal.example";

function around(path: string, referer?: string): string {
  const url = new URL(path, ORIGIN);
  const headers = new Headers(referer === undefined ? [] : [["Referer", referer]]);
  return returnTo({ request: new Request(url, { headers }), url });
}

test("a page is its own, with what it was asked", () => {
  expect(around("/sitelist?q=a%20b", `${ORIGIN}/user`)).toBe("/sitelist?q=a%20b");
});

test("a part leads to the page that asked for it", () => {
  expect(around("/invitations", `${ORIGIN}/sitelist?view=map`)).toBe("/sitelist?view=map");
  expect(around("/sitelist/map/7", `${ORIGIN}/sitelist`)).toBe("/sitelist");
});

test.each([
  undefined,
  "",
  "no address",
  "https://elsewhere.example/sitelist?view=map",
  `${ORIGIN}//elsewhere.example`,
  `${ORIGIN}/invitations`,
])("a part asked for by %s leads home", (referer) => {
  expect(around("/invitations", referer)).toBe("/sitelist");
});

test("each route without a page is a part, or leads on by itself", () => {
  const leadOn = [
    "routes/site/settings/index.ts",
    "routes/site/settings/old-address.ts",
    "routes/site/chart/index.ts",
    "routes/site/back.ts",
    "routes/language.ts",
    "routes/platform/index.ts",
  ];
  const without = pathsOf(routes).filter(
    ({ file }) => file.endsWith(".ts") && ![...leadOn, "routes/logout.ts"].includes(file),
  );
  expect(without.map(({ path }) => `/${path}`).sort()).toEqual([...RESOURCE_PATHS].sort());
});

type Entry = { path?: string; file: string; children?: Entry[] };

function pathsOf(entries: readonly Entry[]): { path: string; file: string }[] {
  return entries.flatMap(({ path = "", file, children = [] }) => [
    { path, file },
    ...pathsOf(children),
  ]);
}
