import { HEARTBEAT_TEXT } from "#protocol/logger/command-numbers.ts";
import { frameOf, type LeanSocket } from "./lean-socket.ts";

const HEARTBEAT = frameOf(HEARTBEAT_TEXT);

/**
 * Says that an end is still there while it has nothing else to say: others have their turn, for minutes on a busy
 * machine. The platform answers by itself, and no object wakes.
 * @returns a promise of the first frame, and a function that ends the heartbeats
 */
export function keepAlive(socket: LeanSocket, afterMs: number): { spoke(): void; end(): void } {
  const timer = setInterval(() => socket.send(HEARTBEAT), afterMs).unref();
  return { spoke: () => void timer.refresh(), end: () => clearInterval(timer) };
}
