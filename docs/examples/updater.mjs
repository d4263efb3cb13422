// Updates one component in two slots, of which the running one is never written.
import { createHash, createPublicKey, verify } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");
const decode = (text) => Buffer.from(text, "base64url");
const toKey = (raw) => createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: raw }, format: "jwk" });
const fits = (version, pattern) => pattern.split(".").length === version.split(".").length && // 1.7.x
  pattern.split(".").every((part, n) => part === "x" || part === version.split(".")[n]);
export function openUpdater({ folder, keys, component, portal, authorization, send, restart }) {
  const write = (name, bytes) => { // the old or the new file, never a part of it
    writeFileSync(`${folder}/${name}.new`, bytes, { flush: true });
    renameSync(`${folder}/${name}.new`, `${folder}/${name}`);
  };
  const state = existsSync(`${folder}/state`) ? JSON.parse(readFileSync(`${folder}/state`))
    : { active: "a", a: { version: component.version, sequence: 0, chunks: [] } };
  const save = (change) => write("state", JSON.stringify(Object.assign(state, change)));
  const report = (fields) => { save({ report: { cmd: 353, id: state.id, ...fields } }); send(state.report); };
  const other = () => (state.active === "a" ? "b" : "a");
  const isWhole = (slot) => state[slot].chunks.every((sum, n) => // all chunks as they are in memory
    existsSync(`${folder}/${slot}.${n}`) && hash(readFileSync(`${folder}/${slot}.${n}`)) === sum);
  function judge({ manifest, signature, keyId, expires }, now) { // the portal's checks, once more
    if (now > expires || state.trial) return [409];
    if (!keys[keyId] || !verify(null, decode(manifest), toKey(keys[keyId]), decode(signature))) return [403];
    const release = JSON.parse(decode(manifest)), { version, sequence } = state[state.active];
    const isIts = ["typeCode", "component"].every((name) => release[name] === component[name]);
    if (!isIts || !release.models.includes(component.model)) return [403];
    if (now < release.notBefore || now >= release.expires) return [403];
    const isListed = release.from?.some((pattern) => fits(version, pattern)) ?? true;
    return [release.sequence > sequence && isListed ? 200 : 426, release];
  }
  function transfer(message, now) { // 352: a transfer of the same file is continued
    const [status, release] = judge(message, now), { id, url } = message;
    send({ cmd: 353, id, status });
    if (status !== 200) return undefined;
    const received = state.transfer?.release.sha256 === release.sha256 ? state.transfer.received : 0;
    save({ id, transfer: { url, release, received }, [other()]: null });
    report({ state: "transferring", progress: 0 });
    return receive();
  }
  async function receive(failures = 0) { // one chunk after the other, each checked before it counts
    const { url, release, received } = state.transfer, { chunkSize, chunks, size, sha256 } = release;
    if (received === chunks.length) {
      save({ [other()]: release });
      return isWhole(other()) ? report({ state: "transferred", progress: 100 }) : fail("wrong in memory");
    }
    const range = `bytes=${received * chunkSize}-${Math.min(size, (received + 1) * chunkSize) - 1}`;
    const headers = { authorization, range, "if-match": `"${sha256}"` };
    const answer = await fetch(new URL(url, portal), { headers, redirect: "error" }).catch(() => null);
    const isPart = answer?.status === 206 && answer.headers.get("etag") === `"${sha256}"`;
    if (answer && !isPart && answer.status < 500) return fail(`answer ${answer.status}`);
    const bytes = isPart ? Buffer.from(await answer.arrayBuffer().catch(() => "")) : "";
    if (hash(bytes) !== chunks[received]) return failures === 4 ? fail("no part") : receive(failures + 1);
    write(`${other()}.${received}`, bytes);
    save({ transfer: { url, release, received: received + 1 } });
    return receive();
  }
  const fail = (message) => { save({ transfer: null }); report({ state: "failed", message }); };
  function install({ id, of, expires }, now) { // 354: one write of the state switches the slots
    const isReady = state.id === of && state.report.state === "transferred" && now <= expires;
    send({ cmd: 355, id, status: isReady ? 200 : 409 });
    if (!isReady) return;
    save({ active: other(), trial: { from: state.active, starts: 0 }, transfer: null });
    report({ state: "restarting" }); restart();
  }
  function start() { // at each start: the slot to run, on probation at most three times
    const { trial, active, transfer: open } = state;
    if (trial && (trial.starts === 3 || !isWhole(active))) rollBack("it did not start");
    else if (trial) save({ trial: { ...trial, starts: trial.starts + 1 } });
    else if (open && state.report.state === "transferring") void receive();
    return { slot: state.active, version: state[state.active].version };
  }
  const confirm = () => { save({ trial: null }); report({ state: "done" }); }; // after ten healthy minutes
  function rollBack(message) { // after a fault, or without ten healthy minutes in half an hour
    save({ active: state.trial.from, trial: null }); report({ state: "rolled back", message });
  }
  const resend = () => { if (state.report) send(state.report); }; // after each 259
  return { transfer, install, start, confirm, rollBack, resend };
}
