import { existsSync } from "node:fs";
import type { Plugin } from "vite";

/** Replaces modules in the browser's build by the file with the suffix `.browser.ts` or `.browser.tsx` beside them, if there is one. */
export function browserVariants(): Plugin {
  return {
    name: "helioport:browser-variants",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      const variant = id.replace(/\.(tsx?)$/, ".browser.$1");
      if (variant === id || id.includes("node_modules") || !existsSync(variant)) return null;
      const path = JSON.stringify(variant);
      return `export * from ${path};`;
    },
  };
}
