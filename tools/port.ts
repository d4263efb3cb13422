import { createServer } from "node:net";
import { z } from "zod";
import { Failure } from "./failure.ts";

const portNumber = z.coerce.number().int().min(1).max(65_535);

/** The port to serve on: `PORT`, or 8787. */
export function readPort(text = process.env.PORT): number {
  if (text === undefined || text === "") return 8787;
  const parsed = portNumber.safeParse(text);
  if (!parsed.success) throw new Failure(`PORT must be a number from 1 to 65535, not "${text}".`);
  return parsed.data;
}

/** Refuses a port that another program holds, on either address that `localhost` may mean. */
export async function checkPortIsFree(port: number): Promise<void> {
  for (const host of ["127.0.0.1", "::1"]) {
    const code = await tryToListen(port, host);
    if (code === "EADDRINUSE") {
      throw new Failure(
        `Port ${port} is taken by another program. Choose another: PORT=${port + 1} npm start`,
      );
    }
    if (code === "EACCES") {
      throw new Failure(
        `Port ${port} is not allowed for this user. Choose one above 1023 as PORT.`,
      );
    }
  }
}

/** A port that is free at this moment. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function tryToListen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
