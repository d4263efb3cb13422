/** What a person can put right, told in one line; it is shown without a stack. */
export class Failure extends Error {
  override name = "Failure";
}

/** The first line of whatever was thrown. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n")[0] ?? "unknown error";
}

/** Runs a command's main function; a failure becomes one line on stderr and exit code 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`\n✗ ${describeError(error)}\n`);
    if (!(error instanceof Failure) && process.env.HELIOPORT_DEBUG) console.error(error);
    process.exitCode = 1;
  }
}
