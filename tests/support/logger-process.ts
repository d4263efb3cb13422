import { type ChildProcess, spawn } from "node:child_process";

/**
 * A logger in a process of its own, so that it can be killed and frozen as a real one dies and freezes. It is the one
 * written from the protocol pages alone.
 */
export class LoggerProcess {
  readonly #child: ChildProcess;
  readonly #connected: Promise<number>;

  constructor(options: { url: string; serial: string; secret: string }) {
    const { url, serial, secret } = options;
    const client = new URL("../clean-room/logger-client.mjs", import.meta.url).pathname;
    this.#child = spawn(
      process.execPath,
      [client, "--url", url, `--serial=${serial}`, `--secret=${secret}`, "--rate", "portal"],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    this.#connected = new Promise((resolve, reject) => {
      let said = "";
      this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => {
        said = (said + text).slice(-100_000);
        if (said.includes('"cmd":259')) resolve(Date.now());
      });
      this.#child.once("exit", (code) => reject(new Error(`the logger ended (${code}): ${said}`)));
    });
    // A caller that never asks for it is not notified of its end.
    this.#connected.catch(() => {});
  }

  /** When the portal welcomed it, ms UTC. */
  connected(): Promise<number> {
    return this.#connected;
  }

  /** Its socket stays open and nothing passes any more. */
  freeze(): void {
    this.#child.kill("SIGSTOP");
  }

  thaw(): void {
    this.#child.kill("SIGCONT");
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
