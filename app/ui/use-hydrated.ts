import { useEffect, useState } from "react";

/** Whether the page is alive: what is loaded only then is no part of the page that the server makes. */
export function useHydrated(): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted;
}
