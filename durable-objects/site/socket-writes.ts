/** The object cannot go on with a socket; the other side comes again. */
export const CLOSE_INTERNAL = 1011;

/** Whether it was handed over: a socket that closes meanwhile throws, and its close event is under way. */
export function writeText(socket: WebSocket, text: string): boolean {
  try {
    socket.send(text);
    return true;
  } catch {
    return false;
  }
}

/** Closes; nothing happens where it is closed already. */
export function shut(socket: WebSocket, code: number, reason?: string): void {
  try {
    socket.close(code, reason);
  } catch {
    // Closed meanwhile.
  }
}
