import { Failure } from "./failure.ts";

const USAGE = `npm start

Builds and serves the whole of Helioport on this machine, with simulated sites, until it is interrupted.
It takes no options. These environment variables change what it does:

  PORT             the port to serve on, 8787 unless set
  HELIOPORT_STATE  the directory of its local state, .helioport unless set`;

/** Returns the text to print instead of starting; null to start. @throws Failure for unknown options */
export function readStartOptions(args: readonly string[]): string | null {
  if (args.includes("--help") || args.includes("-h")) return USAGE;
  const [unknown] = args;
  if (unknown !== undefined)
    throw new Failure(`"${unknown}" is not known: see npm start -- --help`);
  return null;
}
