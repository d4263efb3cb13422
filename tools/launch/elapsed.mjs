/**
 * Shows a step and its elapsed time: on a terminal as a line that is updated, elsewhere as a line that grows every ten
 * seconds.
 * @param {string} label
 * @returns {(end: string) => void} ends the step and prints its result in a word or two
 */
export function showElapsed(label) {
  const out = process.stdout;
  const begun = performance.now();
  const elapsed = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  out.write(`  ${label} …`);
  const timer = setInterval(
    () => out.write(out.isTTY ? `\r  ${label} … ${elapsed()}` : ` ${elapsed()} …`),
    out.isTTY ? 200 : 10_000,
  );
  timer.unref();
  return (end) => {
    clearInterval(timer);
    out.write(out.isTTY ? `\r  ${label} … ${elapsed()} ${end}\n` : ` ${elapsed()} ${end}\n`);
  };
}
