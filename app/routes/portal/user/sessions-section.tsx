import { Section } from "../../../forms/section.tsx";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { AccessList, AccessRow } from "./access-list.tsx";
import { useMoment } from "./use-moment.ts";

type Session = { id: string; createTime: number; lastUseTime: number; current: boolean };

/** Where one is signed in. The session that asks is ended by logging out. */
export function SessionsSection({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation("user");
  const moment = useMoment();
  return (
    <Section title={t("sessions.title")} text={t("sessions.text")}>
      <AccessList aria-label={t("sessions.title")}>
        {sessions.map(({ id, createTime, lastUseTime, current }) => {
          const since = t("sessions.since", { time: moment(createTime) });
          const name = t("sessions.endOne", { session: since });
          const end = { intent: "endSession", id, label: t("sessions.end"), name };
          return (
            <AccessRow
              key={id}
              title={current ? t("sessions.current") : since}
              detail={current ? since : t("sessions.lastUse", { time: moment(lastUseTime) })}
              {...(current ? {} : { end })}
            />
          );
        })}
      </AccessList>
    </Section>
  );
}
