import { expect, test } from "vitest";
import { MailRefused } from "#operations/mails/mail-sender.ts";
import { sendBySmtp } from "./send-by-smtp.ts";
import { SmtpLine, type TcpSocket } from "./smtp-line.ts";
import type { SmtpServer } from "./smtp-server.ts";

const mail = {
  from: "portal@example.com",
  to: "ada@example.org",
  mime: "A: b\r\n\r\n.x\r\n..\r\n",
};
const local: SmtpServer = {
  host: "localhost",
  port: 1025,
  secure: false,
  mayBePlain: true,
  login: null,
};
const far = { ...local, host: "smtp.example.com", mayBePlain: false };

/**
 * Replies of a test server: at the start, and to each line that begins with the key. It stays silent if none matches.
 */
type Script = Record<string, string>;

const polite: Script = {
  "": "220 hello\r\n",
  EHLO: "250-smtp.example.com\r\n250 SIZE 1000\r\n",
  MAIL: "250 OK\r\n",
  RCPT: "250 OK\r\n",
  DATA: "354 go on\r\n",
  ".": "250 taken\r\n",
  QUIT: "221 bye\r\n",
};

const HANG_UP = "hang up";

/** Returns a socket to a scripted server that sends its replies in chunks of a few bytes. */
function connectTo(script: Script) {
  const received: string[] = [];
  const toClient = new TransformStream<Uint8Array, Uint8Array>();
  const writer = toClient.writable.getWriter();
  const say = async (text: string | undefined) => {
    if (text === undefined) return;
    if (text === HANG_UP) return writer.close();
    for (let at = 0; at < text.length; at += 7)
      await writer.write(new TextEncoder().encode(text.slice(at, at + 7)));
  };
  let data = "";
  const receive = (line: string) => {
    received.push(line);
    if (line === "DATA" && script.DATA?.startsWith("354")) data = " ";
    const word = line.split(/[ :]/)[0] ?? "";
    void say(script[line] ?? script[word]);
  };
  const writable = new WritableStream<Uint8Array>({
    write(bytes) {
      const text = new TextDecoder().decode(bytes);
      if (data === "") return receive(text.trimEnd());
      received.push(text);
      data = "";
      void say(script["."]);
    },
  });
  void say(script[""]);
  const socket: Partial<TcpSocket> = {
    readable: toClient.readable,
    writable,
    startTls() {
      received.push("(TLS)");
      return socket as Socket;
    },
  };
  return { line: new SmtpLine(socket as TcpSocket), received };
}

async function refusalOf(script: Script, server = local): Promise<MailRefused> {
  const { line } = connectTo(script);
  const error = await sendBySmtp(line, server, mail).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MailRefused);
  expect(String(error)).not.toMatch(/ada|portal@/);
  return error as MailRefused;
}

test("an e-mail is handed over, its dots doubled", async () => {
  const { line, received } = connectTo(polite);
  await sendBySmtp(line, local, mail);
  expect(received).toEqual([
    "EHLO example.com",
    "MAIL FROM:<portal@example.com>",
    "RCPT TO:<ada@example.org>",
    "DATA",
    "A: b\r\n\r\n..x\r\n...\r\n.\r\n",
    "QUIT",
  ]);
});

test("with STARTTLS nothing but the greeting is said before it, nor the password to a server without", async () => {
  const server = { ...far, login: { user: "me", password: "secret" } };
  const offers = { ...polite, EHLO: "250-x\r\n250-AUTH LOGIN PLAIN\r\n250 STARTTLS\r\n" };
  const { line, received } = connectTo({ ...offers, STARTTLS: "220 go\r\n", AUTH: "235 in\r\n" });
  await sendBySmtp(line, server, mail);
  const login = `AUTH PLAIN ${btoa("\0me\0secret")}`;
  expect(received.slice(0, 5)).toEqual([
    "EHLO example.com",
    "STARTTLS",
    "(TLS)",
    "EHLO example.com",
    login,
  ]);
  expect((await refusalOf(polite, server)).message).toBe("the server has no TLS");
  expect((await refusalOf(polite, far)).message).toBe("the server has no TLS");
});

test("a server's text sent before TLS, as if after it, ends the conversation", async () => {
  const script = {
    ...polite,
    EHLO: "250-x\r\n250 STARTTLS\r\n",
    STARTTLS: "220 go\r\n250 x\r\n",
  };
  const { message } = await refusalOf(script, far);
  expect(message).toBe("the server spoke before TLS");
});

test("LOGIN is spoken where PLAIN is not", async () => {
  const script = {
    ...polite,
    EHLO: "250-x\r\n250 AUTH LOGIN\r\n",
    AUTH: "334 VXNlcg==\r\n",
    [btoa("me")]: "334 UGFzcw==\r\n",
    [btoa("secret")]: "235 in\r\n",
  };
  const { line, received } = connectTo(script);
  await sendBySmtp(line, { ...local, login: { user: "me", password: "secret" } }, mail);
  expect(received.slice(1, 4)).toEqual(["AUTH LOGIN", btoa("me"), btoa("secret")]);
});

test.each(["", "EHLO", "MAIL", "RCPT", "DATA", "."])(
  "a server that hangs up at %j is tried again",
  async (step) => {
    const { message, isPermanent } = await refusalOf({ ...polite, [step]: HANG_UP });
    expect([message, isPermanent]).toEqual(["the server hung up", false]);
  },
);

test.each([
  ["", "554 no", "greeting: 554", false],
  ["EHLO", "421 busy", "EHLO: 421", false],
  ["MAIL", "550 5.7.1 portal@example.com may not", "MAIL: 550 5.7.1", false],
  ["RCPT", "450 4.2.1 later", "RCPT: 450 4.2.1", false],
  ["RCPT", "550 5.1.1 ada@example.org is unknown", "RCPT: 550 5.1.1", true],
  ["RCPT", "550 ada is unknown", "RCPT: 550", true],
  ["RCPT", "554 5.7.1 relaying denied", "RCPT: 554 5.7.1", false],
  [".", "552 5.3.4 too big", "end of DATA: 552 5.3.4", true],
  [".", "451 later", "end of DATA: 451", false],
])("%j: %s is %s", async (step, answer, reason, isPermanentRefusal) => {
  const { message, isPermanent } = await refusalOf({ ...polite, [step]: `${answer}\r\n` });
  expect([message, isPermanent]).toEqual([reason, isPermanentRefusal]);
});

test("a server that never ends its reply, or speaks something else, is left", async () => {
  const endless = `250-${"x".repeat(80)}\r\n`.repeat(300);
  expect((await refusalOf({ ...polite, EHLO: endless })).message).toBe("the server talks too much");
  const web = "HTTP/1.1 400 Bad Request\r\n220 x\r\n";
  expect((await refusalOf({ ...polite, "": web })).message).toBe("the server does not speak SMTP");
});
