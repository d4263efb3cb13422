import { useEffect, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { styleOf } from "../theme/fixed-class.ts";
import { styled } from "../theme/styled.tsx";
import { type Alert, dropAlert, useAlerts } from "./alert-store.ts";
import { Icon } from "./icons/icon.tsx";
import { Notice } from "./notice.tsx";
import { useProblemText } from "./use-problem-text.ts";

/** How long an alert is shown without interaction (specification, section 9). */
const ALERT_MS = 5_000;

/** Shows errors that have no place of their own on the page. */
export function Alerts() {
  const alerts = useAlerts();
  return (
    <Stack>
      {alerts.map((alert) => (
        <AlertBox key={alert.id} alert={alert} />
      ))}
    </Stack>
  );
}

/** Disappears by itself, but not while it has the pointer or the focus. */
function AlertBox({ alert: { id, message } }: { alert: Alert }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dropAlert(id), ALERT_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <Box
      tone="fault"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {problemText(message)}
      <Close type="button" aria-label={t("actions.close")} onClick={() => dropAlert(id)}>
        <Icon name="close" />
      </Close>
    </Box>
  );
}

const Box = styled(Notice, {
  position: "relative",
  maxW: "lg",
  pe: "11",
  boxShadow: "lg",
  pointerEvents: "auto",
});

const Stack = styled("div", {
  position: "fixed",
  top: "16",
  insetInline: "4",
  zIndex: "toast",
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "2",
  pointerEvents: "none",
});

const Close = styled("button", styleOf("button", { variant: "ghost", size: "xs" }), {
  colorPalette: "danger",
  px: "0",
  position: "absolute",
  top: "1.5",
  insetEnd: "2",
});
