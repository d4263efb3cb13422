import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "../lazy-part.tsx";

const EnergyCard = lazyPart(() => import("./energy-card.tsx"), { isAskedFor: false });

/** What the page itself loads comes first. */
const AFTER_MS = 1_500;

/** What the sun has given to all installations together, once the page has been there for a moment. */
export function EnergySummary() {
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isTime) return null;
  return (
    <Suspense>
      <EnergyCard />
    </Suspense>
  );
}
