import { useEffect, useRef } from "react";

/** Time, ms, to read the confirmation (specification, section 2). */
const CLOSE_AFTER_MS = 500;

/** Closes a dialog half a second after it has shown that its form was saved. */
export function useCloseWhenSaved(isSaved: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => close.current(), CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);
}
