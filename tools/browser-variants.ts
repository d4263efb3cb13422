import { existsSync } from "node:fs";
import type { Plugin } from "vite";

/** In the browser's build a module with a `.browser.ts` beside it is replaced by that. */
export function browserVariants(): Plugin {
  return {
    name: "helioport:browser-variants",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      const variant = id.replace(/\.ts$/, ".browser.ts");
      if (variant === id || id.includes("node_modules") || !existsSync(variant)) return null;
      const path = JSON.stringify(variant);
      return `export * from ${path};`;
    },
  };
}
