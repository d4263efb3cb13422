/** An SMTP server as configured by `SMTP_URL`. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: boolean;
  /** Whether TLS is optional: only for a server on this machine. */
  mayBePlain: boolean;
  login: { user: string; password: string } | null;
};

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Parses `smtps://user:password@host:465` or `smtp://…:587`, which requires STARTTLS. Only a server on this machine may
 * do without TLS. Returns undefined for any other text.
 */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const secure = url.protocol === "smtps:";
  if ((!secure && url.protocol !== "smtp:") || url.hostname === "") return undefined;
  const user = readPart(url.username);
  const password = readPart(url.password);
  if (user === null || password === null || (user === "") !== (password === "")) return undefined;
  return {
    host: url.hostname,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    mayBePlain: LOOPBACK.test(url.hostname),
    login: user === "" ? null : { user, password },
  };
}

function readPart(part: string): string | null {
  try {
    const plain = decodeURIComponent(part);
    return /\p{Cc}/u.test(plain) ? null : plain;
  } catch {
    return null;
  }
}
