/** The far end of one of the object's sockets, and what crossed it. The world's only way to find that all has arrived. */
export class SocketEnd {
  readonly id: string;
  readonly socket: WebSocket;
  /** Frames handed over, and those of them that the object has handled. */
  given = 0;
  handled = 0;
  /** Frames that the object sent, and those of them that came out here. */
  sent = 0;
  arrived = 0;
  /** Either side began to close. */
  isClosing = false;
  isCloseHandled = false;
  /** Code that this end was closed with; null while it is open. */
  closedWith: number | null = null;
  /** What came out and was not taken yet. */
  readonly inbox: string[] = [];

  constructor(id: string, socket: WebSocket, touched: () => void) {
    this.id = id;
    this.socket = socket;
    socket.accept();
    socket.addEventListener("message", ({ data }) => {
      this.arrived += 1;
      this.inbox.push(String(data));
      touched();
    });
    socket.addEventListener("close", ({ code }) => {
      this.closedWith = code;
      touched();
    });
  }

  get isOpen(): boolean {
    return this.closedWith === null && !this.isClosing;
  }

  /** Nothing is under way between this end and the object. */
  get isQuiet(): boolean {
    if (this.isClosing) return this.closedWith !== null && this.isCloseHandled;
    return this.handled === this.given && this.arrived === this.sent;
  }

  send(text: string): void {
    this.given += 1;
    this.socket.send(text);
  }

  close(code?: number): void {
    if (!this.isOpen) return;
    this.isClosing = true;
    this.socket.close(code);
  }
}
