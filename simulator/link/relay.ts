import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Link } from "../logger/link.ts";
import { BYTE_MEASURE, byteFaults } from "./byte-faults.ts";
import { dialTcp } from "./dial-tcp.ts";
import type { FaultEffect } from "./fault.ts";
import type { FaultSchedule } from "./fault-schedule.ts";
import { FaultyLine } from "./faulty-line.ts";
import { HostRewriter } from "./host-rewriter.ts";

const TICK_MS = 20;
/** Chunk size that passes at once. */
const MAX_BYTES = 1_024;

type RelayDeps = {
  /** 0 chooses any free port. */
  port: number;
  portal: URL;
  onEffect?: (effect: FaultEffect) => void;
  onConnections?: (open: number) => void;
};

export type Relay = {
  port: number;
  /** Plays a schedule as far as byte streams allow. @returns a function that stops it */
  play: (schedule: FaultSchedule) => () => void;
  close: () => void;
};

/** Listens on this machine and forwards all bytes to the portal over a line with faults. */
export async function openRelay(deps: RelayDeps): Promise<Relay> {
  const line = new FaultyLine<null, Buffer>({
    dial: dialTcp(deps.portal),
    now: Date.now(),
    measure: BYTE_MEASURE,
    ...(deps.onEffect === undefined ? {} : { onEffect: deps.onEffect }),
  });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    deps.onConnections?.(sockets.size);
    socket.on("close", () => {
      sockets.delete(socket);
      deps.onConnections?.(sockets.size);
    });
    pass(socket, line, deps.portal.host);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(deps.port, "127.0.0.1", resolve);
  });
  const timer = setInterval(() => line.tick(Date.now()), TICK_MS);
  return {
    port: (server.address() as AddressInfo).port,
    play: (schedule) => line.play(byteFaults(schedule)),
    close: () => {
      clearInterval(timer);
      server.close();
      line.cutAll();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function pass(near: Socket, line: FaultyLine<null, Buffer>, host: string): void {
  const rewriter = new HostRewriter(host);
  near.setNoDelay(true);
  near.pause();
  const link: Link<Buffer> = line.dial(null, {
    opened: () => near.resume(),
    received: (bytes) => {
      if (near.writable) near.write(bytes);
    },
    ended: ({ reason }) => {
      if (reason === "closed") near.end();
      else near.destroy();
    },
  });
  near.on("data", (bytes: Buffer) => {
    const said = rewriter.take(bytes);
    for (let at = 0; at < said.length; at += MAX_BYTES)
      link.send(said.subarray(at, at + MAX_BYTES));
  });
  near.on("end", () => link.close());
  near.on("error", () => link.cut());
  near.on("close", () => link.cut());
}
