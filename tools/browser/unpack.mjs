import chromium, { inflate } from "@sparticuz/chromium";

// Unpacks into TMPDIR. The libraries are those that a slim system lacks.
await chromium.executablePath();
await inflate(
  new URL("node_modules/@sparticuz/chromium/bin/al2023.tar.br", import.meta.url).pathname,
);
