// Written from the public protocol pages alone, without reading the server.
// node logger-client.mjs --url http://localhost:8787 --serial ABC-123456 --secret … [--rate portal | ms] [--state file]
import { parseArgs } from "node:util";

export function main(openLogger) {
  const { values } = parseArgs({
    options: {
      url: { type: "string", default: "http://localhost:8787" },
      serial: { type: "string" },
      secret: { type: "string" },
      rate: { type: "string", default: "1000" }, // "portal": as the portal says
      state: { type: "string" },
      quiet: { type: "boolean", default: false },
    },
  });
  if (!values.serial || !values.secret) {
    console.error("--serial and --secret are needed");
    process.exitCode = 2;
    return;
  }
  const every = Number(values.rate);
  const logger = openLogger({
    url: values.url,
    serial: values.serial,
    secret: values.secret,
    stateFile: values.state ?? null,
    fixedSampling: values.rate === "portal" ? null : { sampleMs: every, uploadMs: every },
  });
  const say = (...words) => console.log(new Date().toISOString(), ...words);
  logger.on("state", (state) => say(state));
  logger.on("refused", (status) => say("refused with", status));
  logger.on("problem", (error) => say(error.message));
  logger.on("closed", (code, reason, why) => say("closed", code, reason, why));
  logger.on("wait", (ms) => say(`connecting again in ${(ms / 1000).toFixed(1)} s`));
  logger.on("control", (step, id, asked) =>
    say("control", step, id ?? "", asked ? `${asked.address} = ${asked.value}` : ""),
  );
  if (!values.quiet) {
    logger.on("frame", (direction, _frame, text) =>
      say(direction === "in" ? "<" : ">", text.slice(0, 160)),
    );
  }
  process.on("SIGINT", () => logger.stop());
}
