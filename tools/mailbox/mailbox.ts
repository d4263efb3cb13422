import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { answerMailPage, type MailPage } from "./mail-pages.ts";
import type { ReceivedMail } from "./received-mail.ts";

/** An SMTP server that accepts every e-mail of the local platform and shows it on pages. */
export type Mailbox = {
  /** Value of the Worker's setting SMTP_URL. */
  smtpUrl: string;
  /** Returns the e-mails, newest first. */
  list(): readonly ReceivedMail[];
  /** Returns the page at a path below /dev/mail. */
  answer(path: string): MailPage;
  stop(): Promise<void>;
};

/** Maximum number of stored e-mails; the oldest are deleted. */
const NEWEST = 200;

/** Opens a mailbox that stores its e-mails in a directory and listens on a free port of the loopback address. */
export async function openMailbox(directory: string): Promise<Mailbox> {
  mkdirSync(directory, { recursive: true });
  const mails = await readMails(directory);
  const receive = async (source: string) => {
    const receivedAt = new Date();
    const id = `${receivedAt.toISOString().replace(/\D/g, "")}-${Math.random().toString(36).slice(2, 8)}`;
    writeFileSync(join(directory, `${id}.eml`), source);
    mails.unshift({ id, receivedAt, source, read: await PostalMime.parse(source) });
    for (const old of mails.splice(NEWEST)) rmSync(join(directory, `${old.id}.eml`));
  };
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    disableReverseLookup: true,
    onData(stream, _session, done) {
      text(stream)
        .then(receive)
        .then(() => done(), done);
    },
  });
  // A disconnected client is not an error of the server.
  server.on("error", () => undefined);
  const port = await listen(server);
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    list: () => mails,
    answer: (path) => answerMailPage(path, mails),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function readMails(directory: string): Promise<ReceivedMail[]> {
  const names = readdirSync(directory).filter((name) => /^\d{17}-\w+\.eml$/.test(name));
  const mails = names
    .sort()
    .reverse()
    .map(async (name) => {
      const source = readFileSync(join(directory, name), "utf8");
      const id = name.replace(".eml", "");
      return { id, receivedAt: readInstant(id), source, read: await PostalMime.parse(source) };
    });
  return Promise.all(mails);
}

/** The digits of an id are those of an ISO instant. */
function readInstant(id: string): Date {
  return new Date(
    id.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3}).*/, "$1-$2-$3T$4:$5:$6.$7Z"),
  );
}

function listen(server: SMTPServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve((server.server.address() as AddressInfo).port));
  });
}
