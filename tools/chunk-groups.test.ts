import { expect, test } from "vitest";
import { chakraOf, frameOf, sharedOf } from "./chunk-groups.ts";

const IMPORTERS: Record<string, string[]> = {
  "/p/app/routes/public/layout.tsx?route": [],
  "/p/app/routes/portal/layout.tsx?route": [],
  "/p/app/routes/site/layout.tsx?route": [],
  shell: ["/p/app/routes/portal/layout.tsx?route", "/p/app/routes/site/layout.tsx?route"],
  icon: ["shell", "logo"],
  logo: ["/p/app/routes/public/layout.tsx?route"],
  menu: ["shell", "entry"],
  entry: ["menu"],
  errors: ["/p/app/routes/site/layout.tsx?route"],
  page: [],
};
const IMPORTED: Record<string, string[]> = {
  fields: ["button", "text"],
  button: ["/p/node_modules/@chakra-ui/react/button.js", "fields"],
  text: ["number", "text"],
};
const graph = {
  getModuleInfo: (id: string) => ({
    importers: IMPORTERS[id] ?? [],
    importedIds: IMPORTED[id] ?? [],
    isEntry: id === "entry",
  }),
};

test.each([
  ["shell", "frame"],
  ["menu", "frame"],
  ["errors", "site-frame"],
  ["icon", null],
  ["logo", null],
  ["entry", null],
  ["page", null],
])("%s is in the chunk %s", (id, file) => {
  expect(frameOf(id, graph)).toBe(file);
});

test.each([
  ["/p/node_modules/@chakra-ui/react/dist/esm/index.js", "chakra"],
  ["/p/node_modules/@emotion/cache/dist/emotion-cache.browser.esm.js", "chakra"],
  ["/p/app/theme/system.ts", "chakra"],
  ["/p/app/theme/use-style-cache.browser.ts", "chakra"],
  ["/p/app/theme/palette.ts", null],
  ["/p/node_modules/react/index.js", null],
])("%s is in the chunk %s", (id, file) => {
  expect(chakraOf(id)).toBe(file);
});

test("shared modules that need Chakra, also through others, are apart from the rest", () => {
  expect(["fields", "button", "text", "number"].map((id) => sharedOf(id, graph))).toEqual([
    "shared-chakra",
    "shared-chakra",
    "shared",
    "shared",
  ]);
});
