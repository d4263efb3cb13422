import { createServer } from "node:net";
import { z } from "zod";
import { Failure } from "./failure.ts";

const portNumber = z.coerce.number().int().min(1).max(65_535);

/**
 * Reads the port to serve on from `PORT`; 8787 if unset.
 * @throws Failure if it is not a port number
 */
export function readPort(text = process.env.PORT): number {
  if (text === undefined || text === "") return 8787;
  const parsed = portNumber.safeParse(text);
  if (!parsed.success) throw new Failure(`PORT must be a number from 1 to 65535, not "${text}".`);
  return parsed.data;
}

/**
 * Checks that no other program uses the port on either address of `localhost`.
 * @throws Failure if the port is in use or not allowed for this user
 */
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

/** Returns a port that is currently free. */
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
