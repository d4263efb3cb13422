import { Suspense } from "react";
import { useLocation, useNavigate } from "react-router";
import { lazyComponent } from "#app/ui/lazy-component.tsx";

const ShareDialog = lazyComponent(() => import("./share-dialog.tsx"));
/** The dialog is a hash of the page's address, so that the back button closes it. */
const SHARE_HASH = "#share";

export function ShareOpener({ siteName, search }: { siteName: string; search: string }) {
  const { pathname, search: own, hash } = useLocation();
  const navigate = useNavigate();
  const close = () => void navigate(pathname + own, { replace: true, preventScrollReset: true });
  // The server does not receive the hash and renders the boundary too.
  return (
    <Suspense>
      {hash === SHARE_HASH && <ShareDialog siteName={siteName} search={search} onClose={close} />}
    </Suspense>
  );
}
