import type { ApiAnswer } from "#app/api/api-types.ts";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { AccessList, AccessRow } from "./access-list.tsx";
import { useMoment } from "./use-moment.ts";

type Session = ApiAnswer<"POST /user/v2/session/list">["list"][number];

/** Lists the user's sessions. The current one is ended by signing out. */
export function SessionsSection({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation("user");
  const moment = useMoment();
  return (
    <Section title={t("sessions.title")} text={t("sessions.text")}>
      <AccessList aria-label={t("sessions.title")}>
        {sessions.map(({ id, createTime, lastUseTime, current, client, tokens }) => {
          const since = t("sessions.since", { time: moment(createTime) });
          const name = t("sessions.endOne", { session: since });
          const end = {
            intent: "endSession",
            id,
            label: t("sessions.end"),
            name,
            extra: tokens > 0 && (
              <Too>
                <input type="checkbox" name="tokens" value="yes" defaultChecked />
                {t("sessions.tokensToo", { count: tokens })}
              </Too>
            ),
          };
          const detail = current ? since : t("sessions.lastUse", { time: moment(lastUseTime) });
          return (
            <AccessRow
              key={id}
              title={current ? t("sessions.current") : since}
              detail={[client ?? t("sessions.unknownClient"), detail].join(" · ")}
              {...(current ? {} : { end })}
            />
          );
        })}
      </AccessList>
    </Section>
  );
}

const Too = styled("label", {
  display: "flex",
  "@media (pointer: coarse)": { minH: "11" },
  alignItems: "center",
  gap: "2",
  textStyle: "xs",
  "& input": { accentColor: "currentColor", flexShrink: "0" },
});
