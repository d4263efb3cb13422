// The least that an object can do with a logger's frame: insert it and acknowledge it. Its output gate holds the
// answer back until the row is durable. `/echo/…` only answers.
import { DurableObject } from "cloudflare:workers";

export class BareObject extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    ctx.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS frames (id INTEGER PRIMARY KEY, frame TEXT NOT NULL)",
    );
  }

  fetch(request) {
    const { 0: theirs, 1: ours } = new WebSocketPair();
    this.ctx.acceptWebSocket(ours, [new URL(request.url).pathname.split("/")[1]]);
    return new Response(null, { status: 101, webSocket: theirs });
  }

  webSocketMessage(socket, frame) {
    if (this.ctx.getTags(socket)[0] === "insert")
      this.ctx.storage.sql.exec("INSERT INTO frames (frame) VALUES (?)", frame);
    socket.send('{"cmd":261,"id":"0","status":200,"storedThrough":1790000000000}');
  }
}

export default {
  fetch(request, { OBJECTS }) {
    const [, , name] = new URL(request.url).pathname.split("/");
    return OBJECTS.get(OBJECTS.idFromName(name)).fetch(request);
  },
};
