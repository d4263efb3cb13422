// The least that an object can do with a logger's frame for its viewers: send each of them a text. `/logger/<name>/<size>`
// is the logger's socket, with the size of that text; `/viewer/<name>` is a viewer's.
import { DurableObject } from "cloudflare:workers";

export class FanOut extends DurableObject {
  #texts = new Map();

  fetch(request) {
    const { 0: theirs, 1: ours } = new WebSocketPair();
    const [, kind, , size] = new URL(request.url).pathname.split("/");
    this.ctx.acceptWebSocket(ours, size === undefined ? [kind] : [kind, size]);
    return new Response(null, { status: 101, webSocket: theirs });
  }

  webSocketMessage(socket) {
    const [, size] = this.ctx.getTags(socket);
    const text = this.#textOf(Number(size));
    for (const viewer of this.ctx.getWebSockets("viewer")) viewer.send(text);
  }

  #textOf(size) {
    if (!this.#texts.has(size)) this.#texts.set(size, "x".repeat(size));
    return this.#texts.get(size);
  }
}

export default {
  fetch(request, { OBJECTS }) {
    const [, , name] = new URL(request.url).pathname.split("/");
    return OBJECTS.get(OBJECTS.idFromName(name)).fetch(request);
  },
};
