import type { Line } from "./line.ts";

/** The lines that have reached the object, and the last frames of closed ones. */
export class OpenLines {
  #lines: Line[] = [];
  /** Last frames of closed lines, which count for the next line. */
  readonly #lastHeartbeats = new Map<string, number>();

  add(line: Line): void {
    this.#lines.push(line);
  }

  remove(line: Line): void {
    this.#lines = this.#lines.filter((one) => one !== line);
  }

  /** When a heartbeat of a line was answered last, ms UTC. */
  heartbeatOf(lineId: string | null): number | null {
    const line = this.#lines.find(({ id }) => id === lineId);
    return line?.heartbeatAt ?? this.#lastHeartbeats.get(lineId ?? "") ?? null;
  }

  /** Returns the frames of each line, and the closed ones. */
  collect(
    answered: (line: Line, content: unknown) => void,
    left: (line: Line, code: number) => void,
  ): void {
    for (const line of this.#lines)
      line.collect(
        (content) => answered(line, content),
        (code) => left(line, code),
      );
    for (const { id, isGone, heartbeatAt } of this.#lines)
      if (isGone && heartbeatAt !== null) this.#lastHeartbeats.set(id, heartbeatAt);
    this.#lines = this.#lines.filter((line) => !line.isGone);
  }
}
