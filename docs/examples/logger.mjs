// A complete data logger. Run it with: node logger.mjs SERIAL SECRET [http://localhost:8787]
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import WebSocket from "ws";
const [serial, secret, portal = "http://localhost:8787", file = `${serial}.state`] = process.argv.slice(2);
const saved = existsSync(file) ? JSON.parse(readFileSync(file)) : { on: 1, answers: {} }; // after a restart
const registers = ["0100", "0110", "0120"].map((register) => ({ register, kind: "gauge", access: "r" }));
registers.push({ register: "0400", kind: "enum", access: "rw", options: { 0: "off", 1: "on" } });
const site = { systemType: "10006", equipment: [{ address: "FFFF00", registers }], events: [] };
let samples = [], sent; // samples that the portal has not stored yet; how many of them are in transit
let socket, pace, clockOffset, ready, refused; // ready: connected, and all answers have arrived
let failures = 0, seconds = 0, sentAt, closeAt, uploadAt; // the last three: seconds since the start
const read = (load = 400 + (seconds % 300)) => [900 * saved.on, load - 900 * saved.on, load, saved.on]; // W
function send(message, timeout) { // disconnects if no answer arrives within timeout, seconds
  socket.send(JSON.stringify(message));
  if (timeout) { ready = false; sentAt = seconds; closeAt = seconds + timeout; }
}
function upload() {
  sent = Math.min(samples.length, 500); uploadAt = seconds + pace.uploadMs / 1_000;
  const column = (n) => samples.slice(0, sent).map((sample) => sample[n]);
  const values = Object.fromEntries(registers.map(({ register }, n) => [`FFFF00${register}`, column(n + 1)]));
  send({ cmd: 260, id: "batch", times: column(0), values }, 30);
}
function execute({ id, address, value, expires }) {
  if (saved.answers[id]) return saved.answers[id]; // each command is executed once, even across restarts
  if (Date.now() + clockOffset > expires) return { status: 408, result: "response timeout" };
  if (address !== "FFFF000400" || ![0, 1].includes(value)) return { status: 400, result: "parameter error" };
  saved.on = value; saved.answers[id] = { status: 200, result: "success", value };
  writeFileSync(file, JSON.stringify(saved)); // the effect and the result are saved in one step
  return saved.answers[id];
}
function receive({ cmd, id, status, time, sampling, ...control }) {
  if (cmd === 257 || cmd === 259 || id === "batch") ready = true;
  if (cmd === 259) { failures = 0; clockOffset = time - Date.now(); pace = sampling; uploadAt = seconds; }
  else if (cmd === 261 && status !== 200) uploadAt = seconds + 30; // not stored: the batch is sent again
  else if (id === "batch") samples = samples.slice(sent); // stored, or refused permanently
  else if (cmd === 304) { pace = sampling; uploadAt = seconds; send({ cmd: 305, id, status: 200 }); }
  else if (cmd === 320 || cmd === 324) send({ cmd: cmd + 1, id, ...execute({ id, ...control }) });
  else if (cmd % 2 === 0) send({ cmd: 511, id, status: 501, message: "not supported" });
}
function connect() {
  const url = new URL("/ws/logger", portal); closeAt = seconds + 20;
  socket = new WebSocket(url, "helioport.logger.v1", { auth: `${serial}:${secret}` });
  socket.on("open", () => send({ cmd: 258, id: "1", protocol: 1, serial, ...site }, 30));
  socket.on("message", (text) => receive(JSON.parse(text)));
  socket.on("error", ({ message }) => { console.log(message); refused = message.includes("response"); });
  socket.on("close", (code) => {
    const wait = refused || code === 4001 || code === 4003 ? 60_000 : 10_000 + 10_000 * Math.random();
    setTimeout(connect, Math.min(300_000, wait * 2 ** failures));
    ready = false; refused = false; failures += 1;
  });
}
connect();
setInterval(() => {
  seconds += 1;
  if (pace && (1_000 * seconds) % pace.sampleMs === 0) samples.push([Date.now() + clockOffset, ...read()]);
  if (ready && samples.length > 0 && seconds >= uploadAt) upload();
  if (ready && seconds >= sentAt + 60) send({ cmd: 256 }, 20);
  if (!ready && seconds > closeAt) socket.terminate();
}, 1_000);
