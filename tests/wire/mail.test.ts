import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, expect, test } from "vitest";
import arabic from "#locales/ar/mails.json";
import { projectRoot } from "#tools/project-root.ts";
import { makeCertificate } from "../support/self-signed.ts";
import type { TestServer } from "../support/server.ts";

const directory = mkdtempSync(join(tmpdir(), "helioport-mail-"));
const certificate = makeCertificate();
// Read by Miniflare when it is loaded: workerd then trusts it, as it does the world's authorities.
process.env.NODE_EXTRA_CA_CERTS = join(directory, "cert.pem");
writeFileSync(process.env.NODE_EXTRA_CA_CERTS, certificate.cert);
const { startServer } = await import("../support/server.ts");

const LOGIN = { user: "me@example.com", password: "p:w/ä" };
const credentials = `${encodeURIComponent(LOGIN.user)}:${encodeURIComponent(LOGIN.password)}`;
const timeout = 240_000;

type Received = { to: string; from: string; secure: boolean; user: unknown; read: Email };

/** A real SMTP server with a certificate that it has made itself. */
async function startSmtp(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    key: certificate.key,
    cert: certificate.cert,
    logger: false,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      const isRight = username === LOGIN.user && password === LOGIN.password;
      done(isRight ? null : new Error("wrong"), { user: username });
    },
    onData(stream, { envelope, secure, user }, done) {
      text(stream)
        .then(async (source) => {
          const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address).join();
          received.push({ from, to, secure, user, read: await PostalMime.parse(source) });
        })
        .then(() => done(), done);
    },
    ...options,
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  stops.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { received, port };
}

const stops: (() => Promise<void>)[] = [];
let server: TestServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
  await Promise.all(stops.splice(0).map((stop) => stop()));
});
afterAll(() => rmSync(directory, { recursive: true }));

const values = { name: "عمر <b>", link: "https://portal.example/resetpwd?key=a&b=1" };

async function queue(number: number, recipient = "ada@example.org") {
  const now = Date.now();
  await server?.runtime.database
    .prepare(
      `insert into mails (cause, template, language, recipient, "values", message_id, created_at, due_at)
       values (?, 'resetPassword', 'ar', ?, ?, ?, ?, ?)`,
    )
    .bind(`test:${number}`, recipient, JSON.stringify(values), `<${number}@portal.example>`, now, 0)
    .run();
}

/** Runs the job; at the turn of a minute the platform's own run may have the e-mails, and still be at work. */
async function send() {
  await server?.runtime.runScheduled("* * * * *", new Date());
  const isWaiting = async () => (await readMails()).some(({ due_at }) => due_at === 0);
  await expect.poll(isWaiting, { timeout: 60_000 }).toBe(false);
  return readMails();
}

async function readMails() {
  const rows = await server?.runtime.database
    .prepare("select sent_at, failed_at, attempts, due_at from mails order by id")
    .all<{
      sent_at: number | null;
      failed_at: number | null;
      attempts: number;
      due_at: number | null;
    }>();
  return rows?.results ?? [];
}

function checkArrived({ from, to, read }: Received) {
  expect([from, to]).toEqual(["portal@helioport.example", "ada@example.org"]);
  expect(read.from).toEqual({ name: "Helioport", address: "portal@helioport.example" });
  expect(read.messageId).toBe("<1@portal.example>");
  expect(read.subject).toBe(arabic.resetPassword.subject);
  expect(read.text).toContain("\u2068عمر <b>\u2069");
  expect(read.text).toContain(values.link);
  expect(read.html).toContain("عمر &lt;b&gt;");
  expect(read.html).toContain('href="https://portal.example/resetpwd?key=a&amp;b=1"');
}

test("TLS from the first byte, and a permanently refused recipient", { timeout }, async () => {
  const { received, port } = await startSmtp({
    secure: true,
    onRcptTo({ address }, _session, done) {
      const refused = Object.assign(new Error("unknown"), { responseCode: 550 });
      done(address.startsWith("unregistered") ? refused : null);
    },
  });
  server = await startServer({ smtpUrl: `smtps://${credentials}@localhost:${port}` });
  await queue(1);
  await queue(2, "unregistered@example.org");
  const [first, second] = await send();
  expect(first).toMatchObject({ sent_at: expect.any(Number), failed_at: null });
  expect(second).toMatchObject({ sent_at: null, failed_at: expect.any(Number), attempts: 1 });
  expect(received.map(({ secure, user }) => [secure, user])).toEqual([[true, LOGIN.user]]);
});

test("STARTTLS: a server that hangs up, is busy or takes no password gets the e-mail another time", {
  timeout,
}, async () => {
  let step = 0;
  const { received, port } = await startSmtp({
    onConnect(_session, done) {
      step += 1;
      if (step === 1) done(Object.assign(new Error("busy"), { responseCode: 421 }));
      else done();
    },
    onMailFrom(_address, _session, done) {
      done(step === 2 ? Object.assign(new Error("later"), { responseCode: 451 }) : null);
    },
    onAuth({ username, password }, _session, done) {
      const isRight = username === LOGIN.user && password === LOGIN.password;
      done(isRight && step !== 3 ? null : new Error("wrong"), { user: username });
    },
  });
  server = await startServer({ smtpUrl: `smtp://${credentials}@localhost:${port}` });
  await queue(1);
  for (const attempts of [1, 2, 3]) {
    expect(await send()).toMatchObject([{ attempts, sent_at: null, failed_at: null }]);
    await server.runtime.database.prepare("update mails set due_at = 0").run();
  }
  expect(await send()).toMatchObject([{ attempts: 4, sent_at: expect.any(Number) }]);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ secure: true, user: LOGIN.user });
  if (received[0]) checkArrived(received[0]);
});

test("a deployed build contains no trace of the mailbox", () => {
  const files = globSync("build/server/**/*.js", { cwd: projectRoot });
  expect(files.length).toBeGreaterThan(1);
  const texts = files.map((file) => readFileSync(join(projectRoot, file), "utf8"));
  expect(texts.filter((source) => source.includes("/dev/mail"))).toEqual([]);
  // Where it would be found, if it were there.
  expect(texts.some((source) => source.includes("/api"))).toBe(true);
});

test("the local platform's own mailbox shows it at /dev/mail", { timeout }, async () => {
  server = await startServer();
  const ask = (path = "") => fetch(`${server?.url}/dev/mail${path}`);
  expect(await (await ask()).text()).toContain("None yet");
  await queue(1);
  const list = async () => (await (await ask("/messages")).json()) as { id: string }[];
  // By itself, without waiting for the minute to be over.
  await expect.poll(list, { timeout: 10_000 }).toHaveLength(1);
  const messages = await list();
  expect(messages).toMatchObject([
    {
      to: "ada@example.org",
      messageId: "<1@portal.example>",
      links: [values.link, expect.stringMatching(/\/privacy$/)],
    },
  ]);
  const id = messages[0]?.id ?? "";
  expect(await (await ask()).text()).toContain(`href="/dev/mail/${id}"`);
  const one = await (await ask(`/${id}`)).text();
  expect(one).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(one).toContain("عمر &lt;b&gt;");
  const html = await ask(`/${id}/html`);
  expect(html.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
  expect(await html.text()).toContain('<base target="_blank">');
  expect(await (await ask(`/${id}/source`)).text()).toContain("Message-ID: <1@portal.example>");
  for (const wrong of ["/x", `/${id}/x`, "mail"]) expect((await ask(wrong)).status).toBe(404);
});
