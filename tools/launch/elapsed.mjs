/**
 * Shows one step and how long it has been taking: on a terminal as a line that counts, elsewhere
 * as a line when it begins and one when it ends.
 *
 * @param {string} label
 * @returns {(end: string) => void} ends the step with a word or two
 */
export function showElapsed(label) {
  const out = process.stdout;
  const begun = performance.now();
  const line = () => `  ${label} … ${((performance.now() - begun) / 1000).toFixed(1)} s`;
  if (out.isTTY) out.write(line());
  else out.write(`  ${label} …\n`);
  const timer = setInterval(
    () => {
      if (out.isTTY) out.write(`\r${line()}`);
      else out.write(`${line()}\n`);
    },
    out.isTTY ? 200 : 10_000,
  );
  timer.unref();
  return (end) => {
    clearInterval(timer);
    out.write(`${out.isTTY ? "\r" : ""}${line()} ${end}\n`);
  };
}
