import { setTimeout as pause } from "node:timers/promises";
import type { TestServer } from "../../support/server.ts";
import type { LoggersNews, LoggersStart } from "./loggers-process.ts";
import { CalledProcess } from "./process-calls.ts";
import type { ViewersNews, ViewersStart } from "./viewers-process.ts";

export type Swarm = Awaited<ReturnType<typeof startSwarm>>;

const DIALS_PER_SECOND = 40;

/** Loggers of the spare sites and viewers of them, each kind in a process of its own. */
export async function startSwarm(
  server: TestServer,
  wish: {
    loggers: number;
    viewers: number;
    /** The viewers share so many sites. */
    watched: number;
    seed: number;
    record: boolean;
  },
) {
  const loggers = new CalledProcess(new URL("./loggers-process.ts", import.meta.url));
  const viewers = new CalledProcess(new URL("./viewers-process.ts", import.meta.url));
  const { url } = server;
  const { seed, record } = wish;
  const serials = server.fleet.sites
    .filter(({ group }) => group === "spare")
    .slice(0, wish.watched)
    .map(({ serial }) => serial);
  const start = { url, seed, dialsPerSecond: DIALS_PER_SECOND };
  await loggers.call("start", {
    ...start,
    fleet: server.state.fleet,
    count: wish.loggers,
    record,
  } satisfies LoggersStart);
  await viewers.call("start", {
    ...start,
    account: server.accounts.fleet.account,
    password: server.accounts.fleet.password,
    serials: Array.from(
      { length: wish.viewers },
      (_, index) => serials[index % serials.length] ?? "",
    ),
  } satisfies ViewersStart);
  const news = async () => ({
    loggers: await loggers.call<LoggersNews>("news"),
    viewers: await viewers.call<ViewersNews>("news"),
  });
  return {
    loggers,
    viewers,
    news,
    /** Asks each second until it is so. @throws Error when it takes too long */
    async until(
      isSo: (news: { loggers: LoggersNews; viewers: ViewersNews }) => boolean,
      withinMs: number,
    ): Promise<void> {
      const deadline = Date.now() + withinMs;
      for (;;) {
        const now = await news();
        if (isSo(now)) return;
        if (Date.now() > deadline)
          throw new Error(
            `after ${withinMs} ms still ${now.loggers.online} loggers, ${now.viewers.in} viewers, ${now.loggers.waiting} instants waiting; ${JSON.stringify([now.loggers.ends, now.viewers.ends])}`,
          );
        await pause(1_000);
      }
    },
    stop() {
      loggers.stop();
      viewers.stop();
    },
  };
}
