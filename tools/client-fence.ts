import { relative } from "node:path";
import type { Plugin } from "vite";

const SERVER_MODULES = [
  "durable-objects",
  "database",
  "operations",
  "simulator",
  "tools",
  "workers",
];

/**
 * Path of zod, which is larger than a page. Validation is the server's task: the browser receives messages only from
 * the server, over TLS.
 */
const ZOD = /[\\/]node_modules[\\/]zod[\\/]/;

/**
 * Fails the build if the browser's code imports a server module, directly or indirectly. React Router's own check only
 * covers files named `.server`.
 */
export function fenceClient(): Plugin {
  let root = "";
  return {
    name: "helioport:client-fence",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    configResolved(config) {
      root = config.root;
    },
    load(id) {
      if (ZOD.test(id))
        this.error(`The browser's code must not contain zod, which is larger than a page: ${id}`);
      const path = relative(root, id.split("?")[0] ?? id).replaceAll("\\", "/");
      const module = SERVER_MODULES.find((name) => path.startsWith(`${name}/`));
      if (!module) return;
      const importers = this.getModuleInfo(id)?.importers.map((importer) =>
        relative(root, importer),
      );
      this.error(
        `The browser's code must contain nothing from ${module}: ${path}, imported by ${importers?.join(", ") ?? "?"}`,
      );
    },
  };
}
