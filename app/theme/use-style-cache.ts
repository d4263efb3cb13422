import createCache, { type EmotionCache } from "@emotion/cache";
import { useState } from "react";
import { useNonce } from "../ui/nonce.ts";

/** Returns Emotion's cache for a page that the server renders, with the nonce that the security policy requires. */
export function useStyleCache(): EmotionCache {
  const nonce = useNonce();
  const [cache] = useState(() => createCache({ key: "css", ...(nonce ? { nonce } : {}) }));
  return cache;
}
