import chromium, { inflate } from "@sparticuz/chromium";

// Unpacks the browser into TMPDIR, with the libraries that a slim system lacks.
await chromium.executablePath();
await inflate(
  new URL("node_modules/@sparticuz/chromium/bin/al2023.tar.br", import.meta.url).pathname,
);
