import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { VisuallyHidden } from "#app/ui/visually-hidden.tsx";
import type { PowerFlow } from "#domain/sites/energy-flow.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";

const READ_AGAIN_MS = 15_000;

/** The picture as text for screen readers, announced at most once every 15 s. */
export function FlowSummary({ flows }: { flows: readonly PowerFlow[] }) {
  const { t, i18n } = useTranslation("realtime");
  const text = flows
    .map(({ name, power, direction }) =>
      t(`flow.status.${direction}`, {
        name: t(`flow.name.${name}`),
        power: formatQuantity(power === null ? null : Math.abs(power), "W", {
          language: i18n.language,
          decimals: 0,
        }).text,
        state: t(`flow.state.${name}.${direction}`),
      }),
    )
    .join(" ");
  return (
    <VisuallyHidden role="status" aria-live="polite" aria-label={t("flow.title")}>
      {useCalm(text)}
    </VisuallyHidden>
  );
}

/** Returns the newest text, but changes it at most once per interval. */
function useCalm(text: string): string {
  const [announced, setAnnounced] = useState(text);
  const newest = useRef(text);
  newest.current = text;
  useEffect(() => {
    const timer = setInterval(() => setAnnounced(newest.current), READ_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return announced;
}
