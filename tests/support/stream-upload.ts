import { env } from "cloudflare:workers";
import { server } from "#workers/server.ts";
import { uploadRoom } from "#workers/take-upload.ts";
import { ORIGIN } from "./call-api.ts";
import { makePng } from "./picture-files.ts";

const PIECE = 65_536;

/**
 * A picture with so much behind it, as a sender gives it away: piece by piece, and looking at what is held meanwhile.
 * @param path where to; none is where pictures are uploaded
 */
export function streamUpload(
  headers: Record<string, string>,
  size: number,
  path = "/api/basic/v2/upload/image",
) {
  const picture = makePng(8, 8);
  const head = 'Content-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const start = Buffer.concat([Buffer.from(`--x\r\n${head}`), picture]);
  const end = Buffer.from("\r\n--x--\r\n");
  let left = size - start.length - end.length;
  const seen = { sent: start.length, held: 0 };
  const give = (controller: ReadableStreamDefaultController, bytes: Uint8Array) => {
    seen.sent += bytes.length;
    seen.held = Math.max(seen.held, uploadRoom.held);
    controller.enqueue(bytes);
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(start),
      pull(controller) {
        const next = Math.min(left, PIECE);
        left -= next;
        give(controller, next > 0 ? new Uint8Array(next) : end);
        if (next === 0) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request(ORIGIN + path, {
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=x", ...headers },
    body,
  });
  return { answer: Promise.resolve(server.fetch(request, env)), seen };
}
