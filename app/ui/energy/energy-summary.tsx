import { Suspense, useEffect, useState } from "react";
import { lazyComponent } from "../lazy-component.tsx";

const EnergyCard = lazyComponent(() => import("./energy-card.tsx"), { reportErrors: false });

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
