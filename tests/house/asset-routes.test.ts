import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";

const { assets } = unstable_readConfig({ config: "wrangler.toml" }) as {
  assets?: { run_worker_first?: boolean | string[] };
};
const rules = assets?.run_worker_first;

const matches = (rule: string, path: string) =>
  new RegExp(
    `^${rule
      .split("*")
      .map((part) => part.replace(/[.?+^$()[\]{}|\\]/g, "\\$&"))
      .join(".*")}$`,
  ).test(path);

test("an asset that is missing reaches the Worker, which says that it is not to be kept", () => {
  if (!Array.isArray(rules)) throw new Error("run_worker_first is no list");
  const excluding = rules.filter((rule) => rule.startsWith("!"));
  expect(excluding, "what these exclude is answered without the Worker").toEqual([]);
  const ahead = ["/assets/a.js", "/icon.svg", "/banner.svg", "/robots.txt"].filter((path) =>
    rules.some((rule) => matches(rule, path)),
  );
  expect(ahead, "these would never be served").toEqual([]);
});

test("files that every visitor requests go to the Worker at once", () => {
  const routes = readFileSync("app/routes.ts", "utf8");
  const hot = [
    "login",
    "sitelist",
    "realtime",
    "chart",
    "management",
    "settings",
    "share",
    "world",
  ];
  for (const name of hot) expect(routes).toContain(`route("${name}"`);
  const files = ["/_root.data", "/api/a", "/ws/a", "/files/a", "/stylesheet/a.css"];
  const paths = ["/", ...files, ...hot.map((one) => `/${one}`)];
  const behind = paths.filter((path) => !(rules as string[]).some((rule) => matches(rule, path)));
  expect(behind).toEqual([]);
});
