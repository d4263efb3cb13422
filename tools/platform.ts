import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PasswordCost } from "#database/auth/password-hash.ts";
import { provideBuild } from "./build.ts";
import { startCronTimer } from "./cron-timer.ts";
import { type Demo, readDemo } from "./demo/demo.ts";
import { publishDemoReleases, readDemoKey } from "./demo/demo-releases.ts";
import { seedDemo } from "./demo/seed-demo.ts";
import { startMailTimer } from "./mailbox/mail-timer.ts";
import { applyMigrations } from "./migrate.ts";
import type { ShowStep } from "./progress.ts";
import { projectRoot } from "./project-root.ts";
import { addressOf, type Runtime, startRuntime } from "./runtime.ts";
import { listRuntimeProcesses } from "./runtime-processes.ts";
import {
  checkDatabase,
  clearState,
  isComplete,
  markComplete,
  type RunningPlatform,
  readSecret,
  type StateDirectory,
} from "./state-directory.ts";

export type Platform = {
  url: string;
  runtime: Runtime;
  demo: Demo;
  /** Public keys of firmware that the portal trusts, for simulated loggers. */
  firmwareKeys: string;
  /** Whether this start seeded the demo. */
  isFirstStart: boolean;
  stop(): Promise<void>;
};

/**
 * Records the running processes, so that the next command can report them, or end those that a killed command left
 * running.
 */
function writeRunning(state: StateDirectory, port: number): void {
  const running: RunningPlatform = {
    pid: process.pid,
    url: addressOf(port),
    runtime: listRuntimeProcesses(),
  };
  writeFileSync(state.running, JSON.stringify(running));
}

const migrations = join(projectRoot, "migrations");

/**
 * Builds, serves, migrates and, on the first start, seeds the platform. The caller must hold the lock on `state`. An
 * interrupted first start is repeated from the beginning, because it left nothing worth keeping.
 */
export async function startPlatform(options: {
  state: StateDirectory;
  port: number;
  /** Number of spare sites that the seed adds for a larger fleet. */
  spareSites: number;
  showStep: ShowStep;
  ended: AbortSignal;
  onError: (error: unknown) => void;
  /** Makes `findInspector` of the runtime available, for measurements. */
  inspect?: boolean;
  /** SMTP server for e-mails instead of the platform's own mailbox. */
  smtpUrl?: string | undefined;
  /** Weather provider instead of the one in wrangler.toml. */
  weatherUrl?: string | undefined;
  /** Cost of the hashes of seeded passwords; the normal cost if omitted. */
  passwordCost?: PasswordCost | undefined;
}): Promise<Platform> {
  const { state, port, spareSites, showStep, ended, onError, inspect = false } = options;
  const { smtpUrl, weatherUrl, passwordCost } = options;
  const isFirstStart = !isComplete(state);
  if (isFirstStart) clearState(state);
  const secret = readSecret(state);
  const demoKey = readDemoKey(state);
  const firmwareKeys = `${process.env.FIRMWARE_KEYS ?? ""} ${demoKey.publicKey}`.trim();
  const storedDemo = isFirstStart ? undefined : readDemo(state);
  checkDatabase(state);
  await showStep("Building the application", () => provideBuild({ target: state.build, ended }));
  const runtime = await showStep("Starting the local platform", () =>
    startRuntime({
      state,
      port,
      secret,
      inspect,
      smtpUrl,
      weatherUrl,
      firmwareKeys,
      onRestart: () => writeRunning(state, port),
    }),
  );
  try {
    writeRunning(state, port);
    await showStep("Migrating the database", () => applyMigrations(runtime.database, migrations));
    const demo =
      storedDemo ??
      (await showStep("Seeding the demo", () =>
        seedDemo(runtime.database, state, spareSites, new Date(), passwordCost),
      ));
    await publishDemoReleases(runtime, demoKey, Date.now());
    if (isFirstStart) markComplete(state, new Date());
    const timer = startCronTimer(runtime, onError);
    const mailTimer = smtpUrl === undefined ? startMailTimer(runtime) : undefined;
    return {
      url: runtime.url,
      runtime,
      demo,
      firmwareKeys,
      isFirstStart,
      async stop() {
        timer[Symbol.dispose]();
        mailTimer?.[Symbol.dispose]();
        await runtime.stop();
        rmSync(state.running, { force: true });
      },
    };
  } catch (error) {
    await runtime.stop();
    throw error;
  }
}
