/** Close code when the object cannot continue with a socket; the peer reconnects. */
export const CLOSE_INTERNAL = 1011;

/**
 * Sends a text.
 * @returns whether the socket took it: a socket that closes meanwhile throws, and its close event follows
 */
export function writeText(socket: WebSocket, text: string): boolean {
  try {
    socket.send(text);
    return true;
  } catch {
    return false;
  }
}

/** Closes a socket; does nothing if it is closed already. */
export function shut(socket: WebSocket, code: number, reason?: string): void {
  try {
    socket.close(code, reason);
  } catch {
    // Closed meanwhile.
  }
}

/** Answers a close with a close. Codes that stand for a missing code cannot be sent. */
export function reciprocate(socket: WebSocket, code: number): void {
  shut(socket, code === 1005 || code === 1006 || code === 1015 ? 1000 : code);
}
