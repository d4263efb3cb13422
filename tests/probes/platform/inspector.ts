import WebSocket from "ws";

/** The isolate of our own Worker and its objects, among those that workerd runs. */
const OWN_ISOLATE = "core:user:helioport";
const ANSWER_WITHIN_MS = 30_000;

/** One conversation with V8 in the Worker's isolate; workerd holds only one at a time. */
export class Inspector {
  readonly #socket: WebSocket;
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async open(address: URL): Promise<Inspector> {
    const socket = new WebSocket(new URL(`/${OWN_ISOLATE}`, address), { perMessageDeflate: false });
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return new Inspector(socket);
  }

  /** Bytes in use in the isolate after a forced collection. */
  async measureHeap(): Promise<number> {
    await this.ask("HeapProfiler.collectGarbage");
    const { usedSize } = await this.ask<{ usedSize: number }>("Runtime.getHeapUsage");
    return usedSize;
  }

  ask<Result>(method: string, params: unknown = {}): Promise<Result> {
    const id = ++this.#lastId;
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => end(new Error(`${method}: no answer`)), ANSWER_WITHIN_MS);
      const gone = () => end(new Error(`${method}: the inspector is gone`));
      const receive = (data: WebSocket.RawData) => {
        const message = JSON.parse(String(data)) as {
          id?: number;
          result?: Result;
          error?: { message: string };
        };
        if (message.id !== id) return;
        if (message.error) end(new Error(`${method}: ${message.error.message}`));
        else end(null, message.result as Result);
      };
      const end = (error: Error | null, result?: Result) => {
        clearTimeout(late);
        socket.off("message", receive).off("close", gone);
        if (error === null) resolve(result as Result);
        else reject(error);
      };
      socket.on("message", receive).on("close", gone);
      socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.terminate();
  }
}
