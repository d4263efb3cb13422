import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

type Pending<Choice> = { choice: Choice; isEnded: boolean };

/**
 * Shows a choice at once and keeps it until the page of its own navigation is shown, because the page of an earlier
 * choice may appear first.
 * @param shown the choice of the page that is shown
 * @returns the current choice, and a function that takes the next one with the navigation to it
 */
export function usePendingChoice<Choice>(
  shown: Choice,
): [Choice, (choice: Choice, navigated: void | Promise<void>) => void] {
  const { pathname, search } = useLocation();
  const [pending, setPending] = useState<Pending<Choice> | null>(null);
  const last = useRef<Pending<Choice> | null>(null);
  // The address changes as soon as a navigation has ended, the page some time later.
  const isShown =
    pending?.isEnded === true && location.pathname + location.search === pathname + search;
  useEffect(() => {
    // The next choice may have been made after this render and before this effect: it stays.
    if (isShown) setPending((current) => (current === pending ? null : current));
  }, [isShown, pending]);
  const choose = (choice: Choice, navigated: void | Promise<void>) => {
    const chosen = { choice, isEnded: false };
    last.current = chosen;
    setPending(chosen);
    const end = () => {
      if (last.current === chosen) setPending({ choice, isEnded: true });
    };
    Promise.resolve(navigated).then(end, end);
  };
  return [pending === null || isShown ? shown : pending.choice, choose];
}
