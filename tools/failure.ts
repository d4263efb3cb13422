/** An error that the user of the command can correct. It is shown as one line, without a stack. */
export class Failure extends Error {
  override name = "Failure";
  /** Lines shown above the message if it does not suffice. */
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}

/** Returns the first line of the message of any thrown value. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n")[0] ?? "unknown error";
}

/** Runs a command's main function. Prints a Failure as one line on stderr, below its details, and sets exit code 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const details = error instanceof Failure ? error.details : [];
    process.stderr.write(["", ...details, `✗ ${describeError(error)}`, ""].join("\n"));
    if (!(error instanceof Failure) && process.env.HELIOPORT_DEBUG) console.error(error);
    process.exitCode = 1;
  }
}
