import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PasswordCost } from "#database/auth/password-hash.ts";
import type { FleetFile } from "#simulator/fleet-file.ts";
import { readFleetFile } from "#simulator/fleet-file.ts";
import type { Demo, DemoAccount } from "#tools/demo/demo.ts";
import { startPlatform } from "#tools/platform.ts";
import { findFreePort } from "#tools/port.ts";
import type { Runtime } from "#tools/runtime.ts";
import { startSimulator } from "#tools/simulator-process.ts";
import { describeState, openState, type StateDirectory } from "#tools/state-directory.ts";

export type TestServer = {
  url: string;
  runtime: Runtime;
  state: StateDirectory;
  fleet: FleetFile;
  accounts: Record<DemoAccount["label"], DemoAccount>;
  ownLogger: Demo["ownLogger"];
  /** Public keys of firmware that the portal and its simulated loggers trust. */
  firmwareKeys: string;
  /** @param look called when the platform has ended and its state is still there */
  stop(look?: (state: StateDirectory) => void): Promise<void>;
};

/**
 * The very platform that `npm start` runs, built, migrated and seeded, with a state of its own that
 * ends with it. The demo fleet is silent but for the first `simulate` sites.
 */
export async function startServer(
  options: {
    port?: number;
    spareSites?: number;
    simulate?: number;
    inspect?: boolean;
    smtpUrl?: string;
    weatherUrl?: string;
    passwordCost?: PasswordCost;
  } = {},
): Promise<TestServer> {
  const state = describeState(mkdtempSync(join(tmpdir(), "helioport-state-")));
  const lock = openState(state);
  const platform = await startPlatform({
    state,
    port: options.port || (await findFreePort()),
    spareSites: options.spareSites ?? 0,
    showStep: (_, work) => work(),
    ended: new AbortController().signal,
    onError: console.error,
    inspect: options.inspect ?? false,
    smtpUrl: options.smtpUrl,
    // The tests make no requests to outside services.
    weatherUrl: options.weatherUrl ?? "",
    passwordCost: options.passwordCost,
  });
  const { accounts, ownLogger } = platform.demo;
  const { firmwareKeys } = platform;
  const fleet = readFleetFile(state.fleet);
  const simulated = fleet.sites
    .filter(({ group }) => group === "demo")
    .slice(0, options.simulate ?? 0);
  const serials = simulated.map(({ serial }) => serial);
  const simulator =
    serials.length > 0 ? startSimulator(state, platform.url, { serials, firmwareKeys }) : undefined;
  return {
    url: platform.url,
    runtime: platform.runtime,
    state,
    fleet,
    accounts: Object.fromEntries(
      accounts.map((account) => [account.label, account]),
    ) as TestServer["accounts"],
    ownLogger,
    firmwareKeys,
    async stop(look) {
      try {
        await simulator?.stop();
        await platform.stop();
        look?.(state);
      } finally {
        lock[Symbol.dispose]();
        rmSync(state.root, { recursive: true, force: true });
      }
    },
  };
}
