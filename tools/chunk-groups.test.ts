import { expect, test } from "vitest";
import { frameOf } from "./chunk-groups.ts";

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
const graph = {
  getModuleInfo: (id: string) => ({ importers: IMPORTERS[id] ?? [], isEntry: id === "entry" }),
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
