/** An error that the user of the command can correct. It is shown in one line, without a stack. */
export class Failure extends Error {
  override name = "Failure";
  /** What stands above that line where one does not say enough, a line each. */
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}

/** The first line of whatever was thrown. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n")[0] ?? "unknown error";
}

/** Runs a command's main function; a failure becomes a line on stderr, below its details, and exit code 1. */
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
