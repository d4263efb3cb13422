import type { PastReport } from "./simulator-process.ts";

type Output = { isTTY?: boolean; write(text: string): unknown };

const DATE = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric" });

/**
 * Shows how much of their past the demo sites have sent: as one updated line on a terminal, elsewhere as a first and a
 * last line. It shows nothing if everything was sent in an earlier run.
 */
export class PastLine {
  readonly #output: Output;
  #newest: PastReport | null = null;
  #hasBegun = false;
  #shown = "";

  constructor(output: Output) {
    this.#output = output;
  }

  /** Shows the line from now on. It is called after all other output is printed. */
  begin(): void {
    this.#hasBegun = true;
    if (this.#newest !== null) this.show(this.#newest);
  }

  show(past: PastReport): void {
    this.#newest = past;
    if (!this.#hasBegun || past.days === 0) return;
    const isWhole = past.sent === past.days;
    if (isWhole && this.#shown === "") return;
    const line = isWhole ? "The demo sites have sent their past." : describe(past, this.#output);
    if (line === this.#shown) return;
    const before = this.#shown === "" ? "\n  " : this.#output.isTTY ? "\r\x1b[K  " : "  ";
    this.#output.write(`${before}${line}${this.#output.isTTY && !isWhole ? "" : "\n"}`);
    this.#shown = isWhole ? "" : line;
  }

  /** Ends the line so that other output can follow. */
  end(): void {
    if (this.#shown !== "" && this.#output.isTTY) this.#output.write("\n");
    this.#shown = "";
    this.#hasBegun = false;
  }
}

function describe({ sent, days, backTo }: PastReport, { isTTY }: Output): string {
  if (!isTTY) return "The demo sites send their past.";
  const back = backTo === null ? "" : `, back to ${DATE.format(backTo)}`;
  return `The demo sites send their past: ${Math.floor((100 * sent) / days)} %${back}`;
}
