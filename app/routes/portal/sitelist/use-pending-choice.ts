import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

type Pending<Choice> = { choice: Choice; isEnded: boolean };

/**
 * A choice that is shown at once, and kept until the page of the last navigation that it caused is shown: the page of an
 * earlier choice may come in between.
 * @param shown the choice that the shown page was made by
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
    if (isShown) setPending(null);
  }, [isShown]);
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
