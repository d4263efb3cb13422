import { useEffect, useState } from "react";

/** Whether the page is hydrated: content that loads only then is not part of the server-rendered page. */
export function useHydrated(): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted;
}
