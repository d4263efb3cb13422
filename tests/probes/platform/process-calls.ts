import { type ChildProcess, fork } from "node:child_process";

type Call = { id: number; name: string; input: unknown };
type Answer = { id: number; answer?: unknown; error?: string };

/** In the child process: answers what the parent calls, by name, and ends with it. */
export function serveCalls(handlers: Record<string, (input: never) => unknown>): void {
  process.on("message", async ({ id, name, input }: Call) => {
    const reply = (answer: Omit<Answer, "id">) => process.send?.({ id, ...answer });
    try {
      reply({ answer: await handlers[name]?.(input as never) });
    } catch (error) {
      reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.on("disconnect", () => process.exit());
}

/** A process beside the platform's, so that who is measured does not wait for who measures. */
export class CalledProcess {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  constructor(script: URL) {
    this.#child = fork(script, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    this.#child.on("message", (answer: Answer) => this.#pending.get(answer.id)?.(answer));
    this.#child.on("exit", (code) => {
      const error = `${script.pathname.split("/").at(-1)} ended with ${code}`;
      for (const [id, settle] of this.#pending) settle({ id, error });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  call<Result = void>(name: string, input: unknown = null): Promise<Result> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, ({ answer, error }) => {
        this.#pending.delete(id);
        if (error === undefined) resolve(answer as Result);
        else reject(new Error(error));
      });
      this.#child.send({ id, name, input } satisfies Call);
    });
  }

  stop(): void {
    this.#child.disconnect();
  }
}
