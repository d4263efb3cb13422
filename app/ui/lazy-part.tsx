import { type ComponentType, useEffect, useState } from "react";
import { raiseAlert } from "./alert-store.ts";

type Loaded<Props> = { default: ComponentType<Props> };

/**
 * A part that is fetched when it is shown first. Where it cannot come the page stands as it is, and it is asked for again
 * when it is shown again.
 * @param isAskedFor whether somebody waits for it, and is told that it did not come
 */
export function lazyPart<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  { isAskedFor = true } = {},
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  return function Part(props: Props) {
    const [Shown, setShown] = useState(() => known);
    useEffect(() => {
      let isGone = false;
      const show = (loaded: Loaded<Props>) => {
        known = loaded.default;
        if (!isGone) setShown(() => known);
      };
      const miss = () => {
        if (!isGone && isAskedFor && navigator.onLine) raiseAlert("noServer");
      };
      load().then(show, miss);
      return () => {
        isGone = true;
      };
    }, []);
    return Shown && <Shown {...props} />;
  };
}
