import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { AGAIN_MS, loadChunk } from "../load-chunk.ts";
import type { ChakraScope } from "../theme/chakra-scope.tsx";
import { raiseAlert } from "./alert-store.ts";

type Loaded<Props> = { default: ComponentType<Props> };

/** Props of a component that opens and closes. */
type Dialog = { open?: boolean; onClose?: () => void };

type Options = {
  /** Whether the user opened it and is notified if it cannot be loaded. */
  reportErrors?: boolean;
  /** Shown until the component is loaded or has failed. */
  fallback?: ReactNode;
};

/**
 * A component that is loaded when it is first rendered. If it cannot be loaded, the page stays as it is, and loading is
 * repeated while the component is mounted. A dialog that could not be loaded is closed, so that its button opens it
 * again, which repeats the loading at once.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  { reportErrors = true, fallback = null }: Options = {},
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  return function Part(props: Props) {
    const [Shown, setShown] = useState(() => known);
    const [isMissed, setMissed] = useState(false);
    const dialog: Dialog = props;
    const latest = useRef(dialog);
    latest.current = dialog;
    const again = useRef(() => {});
    useEffect(() => {
      let isGone = false;
      let isAwaited = reportErrors;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = (loaded: ComponentType<Props>) => {
        // Another wrapper would be another component, which discards the state of the part.
        known ??= loaded;
        if (!isGone) setShown(() => known);
      };
      const miss = () => {
        if (isGone) return;
        setMissed(true);
        if (isAwaited) {
          raiseAlert("noServer");
          latest.current.onClose?.();
        }
        isAwaited = false;
        timer = setTimeout(start, AGAIN_MS);
        again.current = () => {
          isAwaited = reportErrors;
          start();
        };
      };
      const start = () => {
        clearTimeout(timer);
        again.current = () => {};
        loadScoped(load).then(show, miss);
      };
      start();
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, []);
    useEffect(() => {
      if (dialog.open) again.current();
    }, [dialog.open]);
    if (Shown) return <Shown {...props} />;
    return isMissed ? null : fallback;
  };
}

/** Loads a component and, beside it, what Chakra's components need, because the page around it may have none of them. */
async function loadScoped<Props extends object>(
  load: () => Promise<Loaded<Props>>,
): Promise<ComponentType<Props>> {
  const [{ default: Part }, { ChakraScope: Scope }] = await Promise.all([
    loadChunk(load),
    loadChunk<{ ChakraScope: typeof ChakraScope }>(() => import("../theme/chakra-scope.tsx")),
  ]);
  return (props) => (
    <Scope>
      <Part {...props} />
    </Scope>
  );
}
