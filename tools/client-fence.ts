import { relative } from "node:path";
import type { Plugin } from "vite";

const serverRooms = ["durable-objects", "database", "operations", "simulator", "tools", "workers"];

/** Checks what comes to the server; the browser receives messages only from the server, over a sealed connection. */
const ZOD = /[\\/]node_modules[\\/]zod[\\/]/;

/**
 * Fails the build when the browser's code reaches a server room, however it gets there. React
 * Router's own guard only knows files named `.server`.
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
        this.error(
          `The browser's code must do without zod, which weighs more than a page of it: ${id}`,
        );
      const path = relative(root, id.split("?")[0] ?? id).replaceAll("\\", "/");
      const room = serverRooms.find((name) => path.startsWith(`${name}/`));
      if (!room) return;
      const importers = this.getModuleInfo(id)?.importers.map((importer) =>
        relative(root, importer),
      );
      this.error(
        `The browser's code must contain nothing from ${room}: ${path}, imported by ${importers?.join(", ") ?? "?"}`,
      );
    },
  };
}
