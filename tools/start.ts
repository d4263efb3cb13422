import { describeDemo } from "./demo/describe-demo.ts";
import { openAlarmRules } from "./demo/open-alarm-rules.ts";
import { runCommand } from "./failure.ts";
import { PastLine } from "./past-line.ts";
import { startPlatform } from "./platform.ts";
import { checkPortIsFree, readPort } from "./port.ts";
import { showStep } from "./progress.ts";
import { endLeftOverProcesses } from "./runtime-processes.ts";
import { startSimulator } from "./simulator-process.ts";
import { readStartOptions } from "./start-options.ts";
import { describeState, openState, readRunning } from "./state-directory.ts";

const ended = listenForEnd();
await runCommand(async () => {
  const usage = readStartOptions(process.argv.slice(2));
  if (usage !== null) return console.log(usage);
  const begun = performance.now();
  const port = readPort();
  const state = describeState();
  using _lock = openState(state);
  await endLeftOverProcesses(readRunning(state)?.runtime ?? []);
  await checkPortIsFree(port);
  console.log("Helioport");
  const starting = startPlatform({
    state,
    port,
    spareSites: 1_000,
    showStep,
    ended,
    onError: console.error,
  });
  const platform = await Promise.race([starting, whenAborted(ended)]);
  if (!platform) return;
  if (platform.isFirstStart)
    await showStep("Setting the alarm rules of the demo", () => openAlarmRules(platform));
  const pastLine = new PastLine(process.stdout);
  const simulator = startSimulator(state, platform.url, {
    firmwareKeys: platform.firmwareKeys,
    onPast: (past) => pastLine.show(past),
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`  Ready after ${seconds} s\n\n${describeDemo(platform.url, platform.demo)}`);
  pastLine.begin();
  void simulator.exited.then((code) => {
    if (ended.aborted) return;
    console.error(`✗ The simulator ended (code ${code}): see ${simulator.log}`);
  });
  await whenAborted(ended);
  pastLine.end();
  console.log("\nStopping …");
  await simulator.stop();
  await platform.stop();
});
// A build or a half-started platform may still be running; it ends with this process.
process.exit();

/** Returns a signal that aborts on Ctrl-C, on SIGTERM, and when the terminal closes. */
function listenForEnd(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => controller.abort());
  }
  return controller.signal;
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
