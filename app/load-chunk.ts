/** Waits before the second and the third attempt, ms. */
const WAITS_MS = [1_000, 4_000];

/** Wait after all attempts have failed, ms. */
export const AGAIN_MS = 15_000;

/**
 * The failed file, if the browser's message names it (Safari's does not). Files that several pages share are excluded,
 * because a second instance would not share the state of the first.
 */
const FAILED_FILE = /https?:\S+\/(?!chakra-|frame-|site-frame-|shared-|later-)[^\s/]+\.(?:js|css)/;

/** Makes each address unique: the browser also remembers the failure of a repeated attempt. */
let retries = 0;

/**
 * Loads a chunk of the client. A failed attempt is repeated twice, and not before the browser is online.
 *
 * Chromium up to 153 and other browsers never send a second request for a module that has failed: the document's module
 * map keeps the failure until the document is loaded anew. The repeated attempt therefore falls back to the same
 * address with a query, which is another entry of that map.
 * @param load a dynamic import
 * @param importAt imports the same from the address of a file
 * @throws the error of the last attempt
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  importAt: (address: string) => Promise<Module> = importModule,
): Promise<Module> {
  let attempt = load;
  for (const waitMs of WAITS_MS)
    try {
      return await attempt();
    } catch (error) {
      const file = FAILED_FILE.exec(String(error))?.[0];
      if (file?.endsWith(".css")) removeStylesheet(file);
      await whenOnline();
      await wait(waitMs);
      attempt = () =>
        load().catch((failure) => {
          if (!file?.endsWith(".js")) throw failure;
          retries += 1;
          return importAt(`${file}?retry=${retries}`);
        });
    }
  return attempt();
}

/** Repeats a load until it succeeds, for modules without which a page would fail. */
export async function untilLoaded<Value>(load: () => Promise<Value>): Promise<Value> {
  for (;;)
    try {
      return await load();
    } catch {
      await wait(AGAIN_MS);
    }
}

/** Imports the default export of a file. */
export async function importDefault<Value>(address: string): Promise<Value> {
  return (await importModule<{ default: Value }>(address)).default;
}

function importModule<Module>(address: string): Promise<Module> {
  return import(/* @vite-ignore */ address);
}

/** Resolves at once unless the browser knows that it is offline. */
function whenOnline(): Promise<unknown> {
  if (navigator.onLine !== false) return Promise.resolve();
  return new Promise((resolve) => addEventListener("online", resolve, { once: true }));
}

/** While its element is in the document, the next import treats a failed stylesheet as loaded. */
function removeStylesheet(address: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
    if (link.href === address) link.remove();
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
