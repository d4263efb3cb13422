// node logger.mjs SERIAL SECRET [http://localhost:8787]
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import WebSocket from "ws";

const [serial, secret, portal = "http://localhost:8787", file = `${serial}.json`] = process.argv.slice(2);
const kept = existsSync(file) ? JSON.parse(readFileSync(file)) : { on: 1, answers: {} }; // outlives a restart
const registers = ["0100", "0110", "0120"].map((n) => ({ register: n, kind: "gauge", access: "r" }));
registers.push({ register: "0400", kind: "enum", access: "rw", options: { 0: "off", 1: "on" } });
let [socket, online, failures, ahead, sent, tick, restUntil, samples] = [null, false, 0, null, 0, 0, 0, []];
let [pace, due] = [{ sampleMs: 10_000, uploadMs: 60_000 }, {}]; // due: ticks by which an answer must have come
const now = () => Date.now() + ahead; // by the portal's clock
const say = (message) => socket.send(JSON.stringify(message));
const read = (load = 400 + Math.round(300 * Math.random())) => [900 * kept.on, load - 900 * kept.on, load, kept.on];
function upload() {
  if (!online || sent > 0 || samples.length === 0 || tick < restUntil) return;
  [sent, due.batch] = [Math.min(samples.length, 500), tick + 30]; // samples stay until the portal has them
  const column = (n) => samples.slice(0, sent).map((sample) => sample[n]);
  const columns = registers.map(({ register }, n) => [`FFFF00${register}`, column(n + 1)]);
  say({ cmd: 260, id: `${samples[0][0]}`, times: column(0), values: Object.fromEntries(columns) });
}
function execute({ id, address, value, expires }) {
  const fits = address === "FFFF000400" && (value === 0 || value === 1);
  if (!kept.answers[id] && now() > expires) return { status: 408, result: "response timeout" };
  if (!kept.answers[id] && fits) kept.on = value;
  kept.answers[id] ??= fits ? { status: 200, result: "success", value } : { status: 400, result: "parameter error" };
  return writeFileSync(file, JSON.stringify(kept)) ?? kept.answers[id]; // executed and remembered in one step
}
function hear({ cmd, id, status, time, sampling, ...control }) {
  if (cmd === 257) due.beat = Infinity;
  else if (cmd === 259) [online, failures, ahead, pace, due] = [true, 0, time - Date.now(), sampling, {}];
  else if (cmd === 261 && status !== 200) [sent, due.batch, restUntil] = [0, Infinity, tick + 30];
  else if (cmd === 261 || cmd === 511) [samples, sent, due.batch] = [samples.slice(sent), 0, Infinity];
  else if (cmd === 304) pace = upload() ?? say({ cmd: 305, id, status: 200 }) ?? sampling;
  else if (cmd === 320 || cmd === 324) say({ cmd: cmd + 1, id, ...execute({ id, ...control }) });
  else say({ cmd: 511, id, status: 501, message: "not supported" });
}
function connect() {
  const headers = { authorization: `Basic ${btoa(`${serial}:${secret}`)}` };
  const hello = { cmd: 258, id: "1", protocol: 1, serial, systemType: "10006", events: [] };
  const equipment = [{ address: "FFFF00", registers }];
  socket = new WebSocket(new URL("/ws/logger", portal), "helioport.logger.v1", { headers, handshakeTimeout: 20_000 });
  socket.on("open", () => Object.assign(due, { beat: say({ ...hello, equipment }) ?? tick + 30 }));
  socket.on("message", (text) => hear(JSON.parse(text)));
  socket.on("error", ({ message }) => console.log(message));
  socket.on("unexpected-response", (_, { headers }) => Object.assign(due, { retry: headers["retry-after"], beat: 0 }));
  socket.on("close", (code) => {
    const wait = code === 4001 || code === 4003 ? 60_000 : 10_000 + 10_000 * Math.random();
    setTimeout(connect, Math.max(1_000 * due.retry || 0, Math.min(300_000, wait * 2 ** failures)));
    [online, sent, failures, due] = [false, 0, failures + 1, {}];
  });
}
connect();
setInterval(() => {
  tick += 1;
  if (ahead !== null && (1_000 * tick) % pace.sampleMs === 0) samples.push([now(), ...read()]);
  if ((1_000 * tick) % pace.uploadMs === 0) upload();
  if (online && tick % 60 === 0) due.beat = say({ cmd: 256 }) ?? tick + 20;
  if (tick > Math.min(due.beat ?? Infinity, due.batch ?? Infinity)) socket.terminate();
}, 1_000);
