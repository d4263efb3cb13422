import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import type { EndReason } from "#app/live/live-site.ts";
import { styleOf } from "#app/theme/fixed-class.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { LEAVE_AFTER_MS } from "#app/ui/leave-delay.ts";
import { formatDateText } from "#domain/units/date-text.ts";
import { endReasonOf } from "./end-reason.ts";

type SessionEndProps = {
  /** When the user's access expires; null if it does not. */
  endsAt: number | null;
  timeZone: string;
};

/** Explains why the page is no longer updated, with a link. */
export function SessionEnd(props: SessionEndProps) {
  const reason = useLive(({ connection }) =>
    connection.kind === "ended" ? connection.reason : null,
  );
  return reason && <EndNotice key={reason} reason={reason} {...props} />;
}

function EndNotice({ reason, endsAt, timeZone }: SessionEndProps & { reason: EndReason }) {
  const { t, i18n } = useTranslation("site");
  const serverOffset = useLive((site) => site.serverOffset);
  const [why] = useState(() => endReasonOf(reason, endsAt, Date.now() + (serverOffset ?? 0)));
  const { pathname, search } = useLocation();
  const login = `/login?${new URLSearchParams({ redirect: pathname + search, reason: "expired" })}`;
  useEffect(() => {
    if (why !== "signedOut") return;
    const timer = setTimeout(() => location.assign(login), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [why, login]);
  const date = formatDateText((endsAt ?? 1) - 1, timeZone, i18n.language);
  return (
    <Card role="alert">
      <Icon name="warning" size="1.75rem" />
      <div>
        <h2>{t(`ended.${why}.title`)}</h2>
        <p>{t(`ended.${why}.text`, { date })}</p>
      </div>
      <Leave
        className="chakra-button"
        to={why === "signedOut" ? login : "/sitelist"}
        reloadDocument
      >
        {t(`ended.${why}.action`)}
      </Leave>
    </Card>
  );
}

const Card = styled("div", {
  layerStyle: "card",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "4",
  px: "5",
  py: "4",
  mb: "5",
  borderColor: "warning.fill",
  bg: "warning.wash",
  "& > svg": { color: "warning" },
  "& > div": { display: "flex", flexDirection: "column", flex: "1", minW: "56" },
  "& h2": { textStyle: "md", fontWeight: "semibold" },
  "& p": { textStyle: "sm", color: "fg.muted" },
});

const Leave = styled(Link, styleOf("button", { variant: "solid", size: "sm" }));
