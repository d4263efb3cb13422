/** One line of JSON, as the Worker's own log has it. Nothing of what a logger or a person said belongs into `event`. */
export function logFailure(event: string, error: unknown): void {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(JSON.stringify({ event, error: told }));
}
