// Written from the public protocol pages alone, without reading the server.
// node viewer-client.mjs --url http://localhost:8787 --account … --password … --site id [--sn …] [--token …]
import { parseArgs } from "node:util";

export async function main(openViewer, login) {
  const { values } = parseArgs({
    options: {
      url: { type: "string", default: "http://localhost:8787" },
      account: { type: "string" },
      password: { type: "string" },
      token: { type: "string" },
      site: { type: "string" },
      sn: { type: "string" },
      set: { type: "string" }, // ADDRESS=value: one control, then its records
    },
  });
  const { url, account, password, site, sn } = values;
  if (!(site || sn) || !(values.token || (account && password))) {
    console.error("--site or --sn, and --account with --password or --token, are needed");
    process.exitCode = 2;
    return;
  }
  const say = (...words) => console.log(new Date().toISOString(), ...words);
  let { token } = values;
  try {
    token ??= (await login({ url, account, password })).token;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
    return;
  }
  const viewer = openViewer({ url, token, siteId: site, sn });
  viewer.on("state", (state) => say(state));
  viewer.on("problem", (error) => say(error.message));
  viewer.on("closed", (code, reason, why) => say("closed", code, reason, why));
  viewer.on("wait", (ms) => say(`connecting again in ${(ms / 1000).toFixed(1)} s`));
  viewer.on("login", (body) => {
    say(`role ${body.role}, ${body.online ? "online" : "offline"}, ${body.siteStatus}`);
    for (const [address, { v, at }] of Object.entries(body.values))
      say(address, v, new Date(at).toISOString());
  });
  viewer.on("values", ({ at, values: changed }) => {
    for (const [address, v] of Object.entries(changed)) say(address, v, new Date(at).toISOString());
  });
  viewer.on("command", (record) =>
    say("command", record.address, record.value, record.state, record.result ?? ""),
  );
  viewer.on(
    "change",
    (cmd, body) => [262, 264, 339].includes(cmd) && say(cmd, JSON.stringify(body).slice(0, 200)),
  );
  process.on("SIGINT", () => viewer.leave());
  if (!values.set) return;
  await viewer.ready(60_000);
  const [address, text] = values.set.split("=");
  const record = await viewer.control(address, Number.isNaN(Number(text)) ? text : Number(text))
    .ended;
  say("ended", record.result, record.readBack ?? "");
}
