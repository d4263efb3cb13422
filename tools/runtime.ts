import { createWriteStream, globSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  Response,
  type V4WorkerOptions,
} from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { describeError, Failure } from "./failure.ts";
import { MAIL_PATH } from "./mailbox/mail-pages.ts";
import { type Mailbox, openMailbox } from "./mailbox/mailbox.ts";
import { noticeClosed, noticeClosedConnections } from "./open-connections.ts";
import type { StateDirectory } from "./state-directory.ts";

export type Runtime = {
  url: string;
  database: D1Database;
  /** Returns the file store of the running workerd; a reference is invalid after a restart. */
  openFiles(): Promise<R2Bucket>;
  /** Mailbox with the e-mails that the portal has sent. */
  mailbox: Mailbox;
  /** Runs the scheduled handler as the platform would for a cron expression. */
  runScheduled(cron: string, at: Date): Promise<void>;
  /** Cron expressions of wrangler.toml. */
  crons: string[];
  /** Returns the URL of workerd's inspector. @throws if the runtime was started without `inspect` */
  findInspector(): Promise<URL>;
  stop(): Promise<void>;
};

export function addressOf(port: number): string {
  return `http://localhost:${port}`;
}

type ScheduledWorker = {
  scheduled(turn: { cron: string; scheduledTime: Date }): Promise<unknown>;
};

/**
 * Serves the build in `state.build` with workerd listening on the port itself. The bindings are those that wrangler
 * reads from the built configuration, which is their only source.
 */
export async function startRuntime(options: {
  state: StateDirectory;
  port: number;
  secret: string;
  /** Called after workerd was restarted. */
  onRestart: () => void;
  /** Makes workerd's inspector listen on a free port, for measurements. */
  inspect?: boolean;
  /** SMTP server for the portal's e-mails instead of the mailbox of this platform. */
  smtpUrl?: string | undefined;
  /** Weather provider instead of the one in wrangler.toml. */
  weatherUrl?: string | undefined;
  /** Public keys of firmware, separated by spaces, instead of those of the environment or wrangler.toml. */
  firmwareKeys?: string | undefined;
}): Promise<Runtime> {
  const { state, port, secret, onRestart, inspect = false, smtpUrl, weatherUrl } = options;
  const { firmwareKeys = process.env.FIRMWARE_KEYS } = options;
  const mailbox = await openMailbox(state.mails);
  const workerOptions = readWorker(join(state.build, "server", "wrangler.json"), {
    HELIOPORT_SECRET: secret,
    PORTAL_ORIGIN: addressOf(port),
    MAIL_FROM: "Helioport <portal@helioport.example>",
    OPERATOR_NAME: "Helioport Demo",
    OPERATOR_ADDRESS: "Sunny Street 1, 12345 Example City",
    OPERATOR_EMAIL: "operator@helioport.example",
    SMTP_URL: smtpUrl ?? mailbox.smtpUrl,
    LOCAL_RECEIVERS: process.env.LOCAL_RECEIVERS ?? "",
    ...(firmwareKeys !== undefined && { FIRMWARE_KEYS: firmwareKeys }),
    ...(weatherUrl !== undefined && { WEATHER_URL: weatherUrl }),
  });
  rmSync(state.scratch, { recursive: true, force: true });
  const log = createWriteStream(state.log, { flags: "w" });
  const miniflare = withoutSignalHandlers(
    () =>
      new Miniflare(
        convertV4MiniflareOptions({
          host: "localhost",
          port,
          cf: false,
          logRequests: false,
          log: new Log(LogLevel.ERROR),
          handleStructuredLogs: ({ timestamp, level, message }) => {
            log.write(`${new Date(timestamp).toISOString()} ${level} ${message}\n`);
          },
          unsafeHandleRuntimeRestart: () => {
            onRestart();
            reachDatabase().catch(() => undefined);
          },
          ...(inspect && { inspectorPort: 0 }),
          telemetry: { enabled: false },
          resourcePersistencePath: state.resources,
          resourceTmpPath: state.scratch,
          workers: [workerOptions, serveMailbox(mailbox)],
        }),
      ),
  );
  // A reference to the database is invalid after workerd was restarted.
  let reached: D1Database;
  const reachDatabase = async () => {
    // The declarations of database and Worker that Miniflare contains differ from the project's.
    reached = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  };
  const stop = async () => {
    await miniflare.dispose();
    await mailbox.stop();
    log.end();
    rmSync(state.scratch, { recursive: true, force: true });
  };
  try {
    await miniflare.ready;
    await reachDatabase();
    const database = noticeClosedConnections({
      prepare: (query: string) => reached.prepare(query),
      batch: (statements: D1PreparedStatement[]) => reached.batch(statements),
      exec: (query: string) => reached.exec(query),
    } as D1Database);
    return {
      url: addressOf(port),
      database,
      openFiles: async () => (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket,
      mailbox,
      crons: workerOptions.cronTriggers ?? [],
      async runScheduled(cron, scheduledTime) {
        await noticeClosed();
        // The Worker is requested for each run, because a reference is invalid after workerd was restarted.
        const worker = (await miniflare.getWorker()) as unknown as ScheduledWorker;
        await worker.scheduled({ cron, scheduledTime });
      },
      findInspector: () => miniflare.getInspectorURL(),
      stop,
    };
  } catch (error) {
    await stop().catch(() => undefined);
    throw new Failure(
      `The local platform did not start: ${describeError(error)} If this stays, \`npm run reset\` clears its state.`,
    );
  }
}

/**
 * Serves the mailbox in a Worker of its own, so that the portal's Worker, which is deployed, does not contain these
 * pages.
 */
function serveMailbox(mailbox: Mailbox): V4WorkerOptions {
  return {
    name: "mailbox",
    compatibilityDate: "2026-10-06",
    routes: ["localhost", "127.0.0.1"].map((host) => `${host}${MAIL_PATH}*`),
    modules: [
      {
        type: "ESModule",
        path: "mailbox.js",
        contents: "export default { fetch: (request, env) => env.MAILBOX.fetch(request) };",
      },
    ],
    serviceBindings: {
      MAILBOX(request) {
        const { body, ...init } = mailbox.answer(new URL(request.url).pathname);
        return new Response(body, init);
      },
    },
  };
}

function readWorker(configPath: string, own: Record<string, string>): V4WorkerOptions {
  // Without `secrets` in the configuration, wrangler does not look for them in the environment.
  const { secrets: _, ...config } = unstable_readConfig({ config: configPath });
  const { workerOptions, main } = unstable_getMiniflareWorkerOptions(config);
  const { modulesRules: __, bindings, ...others } = workerOptions;
  const root = dirname(main ?? configPath);
  const modules = globSync("**/*.{js,wasm}", { cwd: root })
    .sort((a, b) => Number(b === "index.js") - Number(a === "index.js"))
    .map((path) => ({
      type: path.endsWith(".wasm") ? ("CompiledWasm" as const) : ("ESModule" as const),
      path: join(root, path),
    }));
  return {
    ...others,
    name: config.name ?? "helioport",
    bindings: Object.assign({}, bindings, own),
    rootPath: root,
    modulesRoot: root,
    modules,
  };
}

/**
 * Creates Miniflare without its signal handlers, which would end the whole process; the command that started it handles
 * signals.
 */
function withoutSignalHandlers<T>(create: () => T): T {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)));
  const created = create();
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (!before.has(listener)) process.removeListener(signal, listener);
    }
  }
  return created;
}
