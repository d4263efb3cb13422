import { request } from "node:http";

const PIECE = new Uint8Array(1_048_576);

export type Sent = {
  /** Null where the connection ended without an answer. */
  status: number | null;
  /** Bytes given to the connection until the answer, or the end. */
  sent: number;
  ms: number;
};

/** Sends an arbitrary body and returns the answer, which may come before all is sent. @param said the declared length; null sends chunks without one */
export function sendBody(
  address: URL,
  headers: Record<string, string>,
  { size, said }: { size: number; said: number | null },
): Promise<Sent> {
  const begun = performance.now();
  const length = said === null ? {} : { "Content-Length": `${said}` };
  return new Promise((resolve) => {
    let sent = 0;
    const sending = request(address, {
      method: "POST",
      agent: false,
      headers: { "Content-Type": "multipart/form-data; boundary=x", ...headers, ...length },
    });
    const end = (status: number | null) => {
      resolve({ status, sent, ms: performance.now() - begun });
      sending.destroy();
    };
    sending.on("response", (response) => {
      response.resume();
      end(response.statusCode ?? null);
    });
    sending.on("error", () => end(null));
    const go = () => {
      while (sent < size) {
        const piece = PIECE.subarray(0, Math.min(PIECE.length, size - sent));
        sent += piece.length;
        if (!sending.write(piece)) {
          sending.once("drain", go);
          return;
        }
      }
      sending.end();
    };
    sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n', go);
  });
}
