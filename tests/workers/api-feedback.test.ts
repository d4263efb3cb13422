import { env, exports } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_FEEDBACK_REPLIES } from "#domain/feedback/feedback.ts";
import { MAX_FEEDBACK_MESSAGE } from "#domain/text-limits.ts";
import { openCodec } from "#workers/photon.ts";
import { callAs, type DataOf, ORIGIN, signIn } from "../support/call-api.ts";
import { ANIMATED_GIF, exifOf, insertSegment, makePng } from "../support/picture-files.ts";
import { readMails } from "../support/read-mails.ts";
import { PASSWORD, seedUsers } from "../support/seed-users.ts";
import { readFileAs, upload } from "../support/upload.ts";

const { default: program } = await import("@cf-wasm/photon/photon.wasm");

const MESSAGE = { name: "Ana", email: "Ana@Example.org ", message: "It fails.\r\nOn my phone." };
const INBOX = "/platform/v2/feedback";
let [user, operator] = ["", ""];

beforeAll(async () => {
  await seedUsers();
  await env.DB.exec("update users set type = 9 where account = 'stranger@example.org'");
});

beforeEach(async () => {
  for (const table of ["feedback", "mails", "files", "rate_limit_attempts"])
    await env.DB.exec(`delete from ${table}`);
  await env.FILES.delete((await env.FILES.list()).objects.map(({ key }) => key));
  [user, operator] = [await signIn("full"), await signIn("stranger")];
});

const submit = (more: object = {}, as = user) =>
  callAs(as, "/help/v2/feedback/submit", { ...MESSAGE, ...more });

async function uploadOne(as = user): Promise<string> {
  const bytes = makePng(20, 20, { more: { tEXt: Buffer.from("Comment\0secret") } });
  return (await upload(as, bytes)).data as string;
}

async function listMessages(state = "open") {
  const { body } = await callAs(operator, `${INBOX}/page`, { state, page: 1, size: 20 });
  return body.data as DataOf<`${typeof INBOX}/page`>;
}

/** Sends a message and returns its id. */
async function submitOne(more: object = {}): Promise<number> {
  expect((await submit(more)).status).toBe(200);
  return (await listMessages()).list[0]?.id ?? 0;
}

test("a message reaches the operator with its photos, and no other user", async () => {
  const photos = [await uploadOne(), await uploadOne(), await uploadOne()];
  const id = await submitOne({ photos });
  expect(await listMessages()).toMatchObject({
    total: 1,
    counts: { open: 1, answered: 0, closed: 0 },
    list: [
      { id, name: "Ana", email: "ana@example.org", message: "It fails.\nOn my phone.", photos },
    ],
  });
  const monitor = await signIn("monitor");
  for (const path of photos) {
    expect((await readFileAs(operator, path)).status).toBe(200);
    expect((await readFileAs(user, path)).status).toBe(200);
    // Shares a site with the sender.
    expect((await readFileAs(monitor, path)).status).toBe(404);
    const kept = await (await readFileAs(operator, path)).bytes();
    expect(Buffer.from(kept).includes("secret")).toBe(false);
  }
  for (const call of ["page", "get", "update", "reply"]) {
    const input = { id, state: "closed", page: 1, size: 20, replies: 0, text: "x" };
    expect((await callAs(monitor, `${INBOX}/${call}`, input)).status, call).toBe(403);
  }
});

test("a photo is attached once, and only by the user who uploaded it", async () => {
  const own = await uploadOne();
  const foreign = await uploadOne(await signIn("monitor"));
  for (const photos of [[foreign], [own, foreign], ["/files/AAAAAAAAAAAAAAAAAAAAAA"]]) {
    const { status, body } = await submit({ photos });
    expect([status, body.data]).toEqual([422, { fields: { photos: "wrongFile" } }]);
  }
  expect((await submit({ photos: [own] })).status).toBe(200);
  expect((await submit({ photos: [own] })).status).toBe(422);
  const asAvatar = await callAs(user, "/user/v2/updateHeader", { header: own });
  expect(asAvatar.status).toBe(422);
  expect((await listMessages()).total).toBe(1);
});

test("no photo is stored as it was sent, and what is no photo is not stored", async () => {
  const script = Buffer.from("<script>alert('as sent')</script>");
  const named = { more: { tEXt: Buffer.from("Comment\0as sent") } };
  const rgba = new Uint8Array(16 * 16 * 4).fill(200);
  const jpeg = openCodec(program).writeJpeg({ width: 16, height: 16, rgba }, 90);
  const pictures = [
    makePng(20, 20, named),
    Buffer.concat([makePng(20, 20), script]),
    Buffer.concat([makePng(20, 20), Buffer.from("PK\x03\x04as sent")]),
    Buffer.concat([ANIMATED_GIF, script]),
    insertSegment(jpeg, 0xe1, exifOf(6, "as sent")),
    insertSegment(jpeg, 0xfe, script),
    Buffer.concat([jpeg, script]),
  ];
  const others = [
    script,
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
    Buffer.from("GIF89a/*as sent*/=1;alert(1)"),
    Buffer.from("%PDF-1.7 as sent"),
    Buffer.from("RIFF\0\0\0\0WEBPVP8 as sent"),
    makePng(20, 20, named).subarray(0, 60),
    makePng(8, 8, { said: [60_000, 60_000] }),
  ];
  for (const [place, bytes] of others.entries()) {
    const { status } = await upload(user, Buffer.from(bytes));
    expect([413, 422], `${place}`).toContain(status);
  }
  for (const bytes of pictures) {
    const sent = Buffer.from(bytes);
    const { status, data } = await upload(user, sent);
    expect(status).toBe(200);
    expect((await submit({ photos: [data] })).status).toBe(200);
    const stored = Buffer.from(await (await readFileAs(operator, String(data))).bytes());
    expect([stored.equals(sent), stored.includes("as sent")]).toEqual([false, false]);
  }
  expect((await env.FILES.list()).objects).toHaveLength(pictures.length);
  // A form with the bytes themselves, in place of a stored file's path.
  const form = new FormData();
  for (const [name, value] of Object.entries(MESSAGE)) form.set(name, value);
  form.set("photos", new File([makePng(20, 20)], "photo.png", { type: "image/png" }));
  const headers = { Authorization: user };
  const request = { method: "POST", headers, body: form };
  const answer = await exports.default.fetch(`${ORIGIN}/api/help/v2/feedback/submit`, request);
  expect(answer.ok).toBe(false);
  await answer.body?.cancel();
  expect((await env.FILES.list()).objects).toHaveLength(pictures.length);
});

test("missing and too long fields are named with their limits", async () => {
  const limit = MAX_FEEDBACK_MESSAGE;
  for (const [field, value, fault] of [
    ["name", " ", "required"],
    ["email", "", "required"],
    ["email", "ana", "wrongEmail"],
    ["message", " \n ", "required"],
    ["message", "x".repeat(limit + 1), "tooLong"],
    ["photos", ["a", "b", "c", "d"].map((end) => `/files/AAAAAAAAAAAAAAAAAAAAA${end}`), "tooMany"],
  ] as const) {
    const { status, body } = await submit({ [field]: value });
    expect([status, body.data], field).toMatchObject([422, { fields: { [field]: fault } }]);
  }
  expect((await submit({ message: "x".repeat(limit) })).status).toBe(200);
});

test("the demo account sends no message, and a user ten a day", async () => {
  expect((await submit({}, await signIn("demo"))).status).toBe(403);
  for (let sent = 0; sent < 10; sent += 1) expect((await submit()).status).toBe(200);
  expect((await submit()).status).toBe(429);
  expect((await listMessages()).total).toBe(10);
});

test("a reply goes once to the entered address, in the user's language", async () => {
  await callAs(user, "/user/v2/update", { mailLanguage: "fr" });
  const id = await submitOne();
  const reply = (replies: number, text = "Thanks.\n\nIt is fixed.") =>
    callAs(operator, `${INBOX}/reply`, { id, replies, text });
  const answers = await Promise.all([reply(0), reply(0)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await reply(1, "More")).status).toBe(200);
  expect((await reply(5)).status).toBe(409);
  expect(await readMails("ana@example.org")).toMatchObject([
    { template: "feedbackReply", language: "fr", values: { text: "Thanks.\n\nIt is fixed." } },
    { template: "feedbackReply", values: { text: "More" } },
  ]);
  const { body } = await callAs(operator, `${INBOX}/get`, { id });
  expect(body.data).toMatchObject({ state: "answered", replies: [{ number: 1 }, { number: 2 }] });
  for (let replies = 2; replies < MAX_FEEDBACK_REPLIES; replies += 1)
    expect((await reply(replies)).status).toBe(200);
  const last = await reply(MAX_FEEDBACK_REPLIES);
  expect([last.status, last.body.message]).toEqual([409, expect.stringContaining("20")]);
});

test("a message is closed and opened again, and an absent one is not found", async () => {
  const id = await submitOne();
  const change = (state: string, which = id) =>
    callAs(operator, `${INBOX}/update`, { id: which, state });
  expect((await change("closed")).status).toBe(200);
  expect((await listMessages("closed")).list).toMatchObject([{ id, state: "closed" }]);
  expect((await change("open")).status).toBe(200);
  expect((await listMessages()).counts).toEqual({ open: 1, answered: 0, closed: 0 });
  expect((await change("closed", id + 1)).status).toBe(404);
  expect((await callAs(operator, `${INBOX}/get`, { id: id + 1 })).status).toBe(404);
});

test("messages and photos are deleted with the account", async () => {
  const monitor = await signIn("monitor");
  const photos = [await uploadOne(monitor)];
  expect((await submit({ photos }, monitor)).status).toBe(200);
  const gone = await callAs(monitor, "/user/v2/delete", { password: PASSWORD });
  expect(gone.status).toBe(200);
  expect((await listMessages()).total).toBe(0);
  expect((await readFileAs(operator, photos[0] ?? "")).status).toBe(404);
  expect(await env.FILES.head((photos[0] ?? "").replace("/files/", ""))).toBeNull();
});
