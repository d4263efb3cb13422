import { connect } from "cloudflare:sockets";
import { type MailProvider, MailRefused } from "#operations/mails/mail-sender.ts";
import { sendBySmtp } from "./send-by-smtp.ts";
import { SmtpLine } from "./smtp-line.ts";
import type { SmtpServer } from "./smtp-server.ts";

/** A server that has not taken an e-mail by then, ms, is left: far less than a sender keeps its e-mails for. */
const ATTEMPT_MS = 60_000;

/** A connection for each e-mail: they are few, and one that fails takes no other with it. */
export function smtpProvider(server: SmtpServer): MailProvider {
  return {
    async send(mail) {
      const line = new SmtpLine(
        connect(
          { hostname: server.host, port: server.port },
          { secureTransport: server.secure ? "on" : "starttls", allowHalfOpen: false },
        ),
      );
      const over = new AbortController();
      try {
        await Promise.race([sendBySmtp(line, server, mail), refuseAfter(ATTEMPT_MS, over.signal)]);
      } catch (error) {
        throw error instanceof MailRefused ? error : new MailRefused("no connection");
      } finally {
        over.abort();
        line.close();
      }
    },
  };
}

/** Rejects then; never settles where the signal comes before. */
function refuseAfter(ms: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    scheduler.wait(ms, { signal }).then(
      () => reject(new MailRefused("no answer in time")),
      () => undefined,
    );
  });
}
