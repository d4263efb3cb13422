import { lazy, Suspense, useEffect, useState } from "react";

const InvitationsNotice = lazy(async () => ({
  default: (await import("./invitations-notice.tsx")).InvitationsNotice,
}));

/** Where invitations are shown once the page is alive: it does not wait for them. */
export function InvitationsSlot() {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  if (!isAlive) return null;
  return (
    <Suspense>
      <InvitationsNotice />
    </Suspense>
  );
}
