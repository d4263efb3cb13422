import type { Room } from "./source-tree.ts";

type Plan = {
  /** Rooms that it may import besides itself. */
  rooms: readonly Room[];
  /** Packages by name; one that ends with a slash stands for the whole scope or prefix. */
  packages: readonly string[];
};

const every: readonly Room[] = [
  "app",
  "database",
  "domain",
  "durable-objects",
  "locales",
  "operations",
  "protocol",
  "simulator",
  "workers",
];
const anyPackage = [""];

/** docs/decisions/0001 in a form that the house checks itself against. */
export const floorPlan: Record<Room, Plan> = {
  locales: { rooms: [], packages: [] },
  domain: { rooms: [], packages: ["zod"] },
  protocol: { rooms: ["domain"], packages: ["zod", "@noble/"] },
  database: { rooms: ["domain"], packages: ["zod", "drizzle-orm", "node:crypto"] },
  simulator: { rooms: ["domain", "protocol"], packages: ["zod", "ws", "suncalc", "node:"] },
  "durable-objects": {
    rooms: ["domain", "protocol"],
    packages: ["zod", "cloudflare:workers", "node:crypto", "node:zlib"],
  },
  operations: { rooms: ["domain", "protocol", "database"], packages: ["zod"] },
  app: {
    rooms: ["domain", "protocol", "locales"],
    packages: [
      "zod",
      "react",
      "react-dom",
      "react-easy-crop",
      "react-router",
      "@react-router/dev/routes",
      "@chakra-ui/react",
      "@emotion/react",
      "@emotion/cache",
      "i18next",
      "react-i18next",
      "remix-i18next",
      "csv-parse",
      "csv-stringify",
      "papaparse",
      "chart.js",
      "react-chartjs-2",
      "leaflet",
      "@geoman-io/leaflet-geoman-free",
      "supercluster",
      "topojson-client",
      "world-atlas",
    ],
  },
  workers: { rooms: every, packages: anyPackage },
  tools: { rooms: every, packages: anyPackage },
};

/** Single files with a wider door. */
export const widerDoors: Record<string, readonly Room[]> = {
  "app/backend.server.ts": ["operations"],
};

/** Single files that may import the types of further rooms, and nothing else: calls of the browser are typed so. */
export const typeDoors: Record<string, readonly Room[]> = {
  "app/api/api-types.ts": ["operations"],
};

/**
 * Where a module's name may be computed: the launcher and the bench run the file that they are given, and a chunk that
 * failed is loaded again from another address of the same file.
 */
export const computedImports = ["tools/launch/launch.mjs", "tools/bench.ts", "app/load-chunk.ts"];

/** What a test beside its file may import as well. */
export const testPackages = ["vitest", "fast-check", "postal-mime", "node:"];
export const testRooms: readonly Room[] = ["locales"];

/** Clients written from the documents alone: they see nothing of the house. */
export const cleanRoom = { directory: "tests/clean-room/", packages: anyPackage };
