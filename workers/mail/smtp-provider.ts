import { connect } from "cloudflare:sockets";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { type MailProvider, MailRefused } from "#operations/mails/mail-sender.ts";
import { sendBySmtp } from "./send-by-smtp.ts";
import { SmtpLine } from "./smtp-line.ts";
import type { SmtpServer } from "./smtp-server.ts";

/** Timeout of one e-mail, ms: far less than a sender's lease. */
const ATTEMPT_MS = MINUTE_MS;

/** Opens one connection per e-mail: they are few, and a failing one affects no other. */
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

/** Rejects after a time; never settles if the signal aborts earlier. */
function refuseAfter(ms: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    scheduler.wait(ms, { signal }).then(
      () => reject(new MailRefused("no answer in time")),
      () => undefined,
    );
  });
}
