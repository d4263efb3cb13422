import type { WorldEvent } from "../../support/world/happenings.ts";
import type { Line } from "../../support/world/line.ts";
import type { World } from "../../support/world/world.ts";
import type { Plain, WorldViewer } from "../../support/world/world-viewer.ts";
import type { DoorEntry, Frame, ViewerEntry } from "./diary.ts";
import { idsOf } from "./saboteur.ts";

/** Records the frames at the object's boundary, and the requests and answers of each page. */
export class Diarist {
  readonly door: DoorEntry[] = [];
  readonly viewers: ViewerEntry[] = [];
  /** Controls whose end was reported to a viewer. */
  readonly ended = new Set<string>();
  readonly #world: World;
  readonly #names: Map<WorldViewer, string>;

  constructor(world: World, names: Map<WorldViewer, string>) {
    this.#world = world;
    this.#names = names;
    world.watch((event) => this.#see(event));
    for (const [viewer, name] of names) this.#follow(viewer, name);
  }

  #see(event: WorldEvent): void {
    const at = this.#world.now();
    switch (event.kind) {
      case "accepted":
        this.#open(event.line, event.stamp as { person?: number; role?: number }, at);
        break;
      case "said":
        this.#pass("in", event.line, event.content, at);
        break;
      case "answered":
        this.#pass("out", event.line, event.content, at);
        break;
      case "left":
        this.door.push({ kind: "closed", at, line: event.line.id });
    }
  }

  #open(line: Line, { person = 0, role = 0 }: { person?: number; role?: number }, at: number) {
    if (line.caller.kind === "logger") {
      this.door.push({ kind: "opened", side: "logger", at, line: line.id });
      return;
    }
    const names = [...this.#names].filter(([viewer]) => viewer.line === line);
    const viewer = names[0]?.[1] ?? "left again";
    this.door.push({ kind: "opened", side: "viewer", at, line: line.id, viewer, person, role });
  }

  #pass(kind: "in" | "out", line: Line, content: unknown, at: number): void {
    if (typeof content !== "object" || content === null) return;
    const frame = content as Frame;
    if (frame.cmd === 260 || frame.cmd === 261) return;
    this.door.push({ kind, at, line: line.id, frame });
    if (kind === "in" || line.caller.kind === "logger") return;
    const body = frame.body as { state?: string; result?: unknown };
    const records = frame.tag === "" ? [body] : [body.result].flat();
    for (const record of records as { state?: string }[])
      if (record?.state === "ended") for (const id of idsOf(record)) this.ended.add(id);
  }

  #follow(viewer: WorldViewer, name: string): void {
    const note = ({ cmd, tag, body }: Plain) => ({
      at: this.#world.now(),
      viewer: name,
      tag,
      cmd,
      body,
    });
    viewer.onAsk = (asked) => {
      const { body: _, ...entry } = note(asked);
      this.viewers.push({ kind: "asked", ...entry, ids: idsOf(asked.body) });
    };
    viewer.onAnswer = (asked, answer) => {
      const { body, ...entry } = note(answer);
      const ids = idsOf({ items: [body.result ?? []].flat() });
      const status = Number(body.status);
      this.viewers.push({ kind: "answered", ...entry, status, ids, wanted: idsOf(asked.body) });
    };
    viewer.onStray = (answer) => {
      const { body: _, cmd: __, ...entry } = note(answer);
      this.viewers.push({ kind: "stray", ...entry });
    };
  }
}
