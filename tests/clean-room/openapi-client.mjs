// Written from the API's contract page and /api/openapi.json alone, without reading the server.
// Reads the description and makes calls from it, plain and sealed.
import { createPublicKey, randomBytes } from "node:crypto";
import { answerAad, gcmOpen, sealRequest, wrapKey } from "./envelope.mjs";
import { check, resolve } from "./json-schema.mjs";

const METHODS = ["get", "post"];

/** A client for the portal at an address. @param fetch for another way there than the network */
export async function openClient({ url, fetch = globalThis.fetch }) {
  const origin = url.replace(/\/$/, "");
  const description = await (await fetch(`${origin}/api/openapi.json`)).json();
  const base = description.servers[0].url;
  const client = { description, token: undefined, keys: undefined };

  /** Every call that is described: `{ name, path, method, call }`. */
  client.calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => ({
      name: methods[method].operationId,
      path: base + path,
      method: method.toUpperCase(),
      call: methods[method],
    })),
  );
  client.find = (path) => client.calls.find((one) => one.path === base + path);

  async function exchange({ path, method }, body, headers = {}) {
    const response = await fetch(origin + path, {
      method,
      headers: {
        "Accept-Language": "en",
        ...(client.token && { Authorization: client.token }),
        ...headers,
      },
      body,
    });
    const answer = await response.json();
    return { ...answer, status: response.status, headers: response.headers };
  }

  /** In the plain form: JSON, or the parts of an upload. */
  client.plain = (one, input) => {
    if (one.method === "GET") return exchange(one);
    if (isUpload(one)) return exchange(one, formOf(input));
    return exchange(one, JSON.stringify(input), { "Content-Type": "application/json" });
  };

  /** In the sealed form; `data` is given opened. Null where a call has none. */
  client.sealed = async (one, input) => {
    if (one.method === "GET") return null;
    client.keys ??= (await client.plain(client.find("/basic/v2/envelopeKeys"), {})).data;
    const [jwk] = client.keys.keys;
    const K = randomBytes(32);
    const datetime = Date.now();
    const answer = isUpload(one)
      ? await exchange(one, formOf(input), {
          key: wrapKey(createPublicKey({ key: jwk, format: "jwk" }), K),
          kid: jwk.kid,
          datetime: String(datetime),
        })
      : await exchange(
          one,
          JSON.stringify(
            sealRequest({ jwk, K, iv: randomBytes(12), path: one.path, datetime, input }),
          ),
          { "Content-Type": "application/json" },
        );
    if (answer.data === undefined) return answer;
    const aad = answerAad(one.path, datetime, answer.code);
    return { ...answer, data: JSON.parse(gcmOpen(K, aad, answer.data)) };
  };

  client.login = async (account, password, way = "plain") => {
    const answer = await client[way](client.find("/auth/v2/login"), { account, password });
    if (answer.code !== 200) throw new Error(`login: ${answer.code} ${answer.message}`);
    client.token = answer.data.token;
  };

  /** What is wrong with an answer by the description, as a list of texts. */
  client.judge = ({ call }, { status, headers, ...answer }) => {
    const reported = call.responses[status];
    if (reported === undefined) return [`${status} is not described`];
    const { content, headers: named } = reported.$ref
      ? resolve(description, reported.$ref)
      : reported;
    const lacking = Object.keys(named ?? {}).filter((name) => !headers.has(name));
    const { schema } = content["application/json"];
    return [
      ...(answer.code === status ? [] : [`status ${status} but code ${answer.code}`]),
      ...lacking.map((name) => `${status} without ${name}`),
      ...check(description, schema, answer, String(status), true),
    ];
  };
  return client;
}

const uploadOf = ({ call }) => call.requestBody?.content["multipart/form-data"];
export const isUpload = (one) => uploadOf(one) !== undefined;

/** The input of a call as its description shows it; a picture for a file. */
export function exampleOf(one) {
  const upload = uploadOf(one);
  if (upload === undefined)
    return one.call.requestBody?.content["application/json"].examples.plain.value ?? {};
  const files = Object.entries(upload.schema.properties).filter(
    ([, part]) => part.contentMediaType,
  );
  const picture = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  const file = () => new File([picture], "pixel.gif", { type: "image/gif" });
  return { ...upload.example, ...Object.fromEntries(files.map(([name]) => [name, file()])) };
}

function formOf(input) {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.append(name, value);
  return form;
}
