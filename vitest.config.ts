import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { plantFaults } from "./tests/probes/wire/plant-faults.ts";

// The Workers plugin warns of a missing secret unless the environment has one.
const secret = "dGVzdHMtb25seS1zZWNyZXQtb2YtMzItYnl0ZXMtISE";
process.env.HELIOPORT_SECRET = secret;

const rooms =
  "{domain,protocol,database,simulator,durable-objects,operations,app,workers,tools,locales}";

// High enough for a busy machine: a test that times out goes on in its process, and writes to the storage of later files.
const testTimeout = 120_000;
const hookTimeout = testTimeout;

/** `npm run probe -- wire --planted` and `--plant <name>`: the probe has to find what is wrong. */
const arePlanted = /"plant(ed)?":/.test(process.env.HELIOPORT_PROBE ?? "");

/** Sends requests to servers on the machine itself, and answers those to any other place. */
const answerFromMachine = (request: Request) =>
  new URL(request.url).hostname === "127.0.0.1"
    ? fetch(request)
    : new Response("There is no network in tests.", { status: 502 });

const inWorkerd = {
  plugins: [
    cloudflareTest(async () => ({
      main: "./tests/support/worker-under-test.ts",
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          HELIOPORT_SECRET: secret,
          TEST_MIGRATIONS: await readD1Migrations("./migrations"),
          PROBE: process.env.HELIOPORT_PROBE ?? "{}",
          WEATHER_URL: "",
        },
        // No external service is called.
        outboundService: answerFromMachine,
      },
    })),
  ],
  resolve: {
    alias: {
      "virtual:react-router/server-build": new URL(
        "./tests/support/server-build-stub.ts",
        import.meta.url,
      ).pathname,
    },
  },
  test: {
    setupFiles: ["./tests/support/fresh-file.ts"],
    fsModuleCache: false,
    deps: {
      optimizer: {
        ssr: {
          enabled: true,
          include: ["@chakra-ui/react", "@chakra-ui/react/preset-base", "@chakra-ui/react/theme"],
        },
      },
    },
  },
};

/** Files that list all objects, or depend on keys that the Worker caches: each has a process of its own. */
const ALONE =
  "tests/workers/{api-sealed,described-calls,envelope-keys,flipped-envelopes,open-calls,worker-logger-upgrade,worker-viewer-upgrade}.test.ts";

export default defineConfig({
  test: {
    // One more than there are cores, because several files wait for timers, sockets and programs that they start.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: "node",
          testTimeout,
          hookTimeout,
          environment: "node",
          // These files share no state, and starting a process for each takes longer than most tests.
          isolate: false,
          include: [
            `${rooms}/**/*.test.{ts,tsx}`,
            "tests/{house,probes,specification}/**/*.test.ts",
            "tests/clean-room/**/*.test.mjs",
            "docs/examples/**/*.test.ts",
          ],
        },
      },
      {
        // What these put into the environment is theirs alone.
        test: {
          name: "wire",
          testTimeout,
          hookTimeout,
          environment: "node",
          include: ["tests/wire/**/*.test.ts"],
        },
      },
      {
        ...inWorkerd,
        test: {
          ...inWorkerd.test,
          name: "workers",
          testTimeout,
          hookTimeout,
          // Loading the product anew for each file takes longer than most of them.
          isolate: false,
          include: ["tests/workers/**/*.test.ts"],
          exclude: [ALONE],
        },
      },
      {
        ...inWorkerd,
        test: {
          ...inWorkerd.test,
          name: "workers-alone",
          testTimeout,
          hookTimeout,
          include: [ALONE],
        },
      },
      {
        ...inWorkerd,
        plugins: [...(arePlanted ? [plantFaults()] : []), ...inWorkerd.plugins],
        test: {
          ...inWorkerd.test,
          name: "probes",
          testTimeout: 3 * 60 * 60_000,
          include: process.env.HELIOPORT_PROBE === undefined ? [] : ["tests/probes/*.workerd.ts"],
        },
      },
      {
        ...inWorkerd,
        test: {
          ...inWorkerd.test,
          name: "cost",
          testTimeout: 3 * 60 * 60_000,
          include: process.env.HELIOPORT_COST === undefined ? [] : ["tests/cost/*.workerd.ts"],
        },
      },
    ],
  },
});
