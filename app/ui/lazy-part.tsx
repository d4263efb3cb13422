import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { raiseAlert } from "./alert-store.ts";

type Loaded<Props> = { default: ComponentType<Props> };

type Options = {
  /** Whether somebody waits for it, and is told that it did not come. */
  isAskedFor?: boolean;
  /** What keeps its place until it is there, or cannot come. */
  meanwhile?: ReactNode;
};

/**
 * A part that is fetched when it is shown first. Where it cannot come the page stands as it is, and it is asked for again
 * when it is shown again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  { isAskedFor = true, meanwhile = null }: Options = {},
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  return function Part(props: Props) {
    const [Shown, setShown] = useState(() => known);
    const [isMissed, setMissed] = useState(false);
    useEffect(() => {
      let isGone = false;
      const show = (loaded: Loaded<Props>) => {
        known = loaded.default;
        if (!isGone) setShown(() => known);
      };
      const miss = () => {
        if (isGone) return;
        setMissed(true);
        if (isAskedFor && navigator.onLine) raiseAlert("noServer");
      };
      load().then(show, miss);
      return () => {
        isGone = true;
      };
    }, []);
    if (Shown) return <Shown {...props} />;
    return isMissed ? null : meanwhile;
  };
}
