import createCache, { type EmotionCache } from "@emotion/cache";

/** The security policy requires the page's nonce on Emotion's style element. */
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;

/** Made before hydration, because it adopts the styles of the server's page. */
const cache = createCache({ key: "css", ...(nonce ? { nonce } : {}) });

/** Returns Emotion's only cache of the document. */
export function useStyleCache(): EmotionCache {
  return cache;
}
