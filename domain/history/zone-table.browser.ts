/**
 * Returns UTC for every zone. Browsers have no table of zones: `provideZone` sets the rules that the server sends. A
 * page without that call shows UTC, and its tests fail because of the logged error.
 */
export function rulesOf(timeZone: string): string {
  if (timeZone !== "UTC") console.error(`The server has sent no rules of ${timeZone}.`);
  return "0";
}
