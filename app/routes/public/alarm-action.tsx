import { Box, Button, Stack, Text } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { call, problemOf } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import type { Route } from "./+types/alarm-action";
import { PublicForm, PublicPage } from "./public-form.tsx";

/** Durations of a snooze, h. */
const HOURS = [1, 8, 24, 168] as const;
const DEFAULT_HOURS = 8;

type Link = { token: string; action: "acknowledge" | "snooze" | "unsubscribe" };

function linkIn({ searchParams }: URL): Link {
  const unsubscribe = searchParams.get("unsubscribe");
  if (unsubscribe !== null) return { token: unsubscribe, action: "unsubscribe" };
  const action = searchParams.get("action") === "snooze" ? "snooze" : "acknowledge";
  return { token: searchParams.get("token") ?? "", action };
}

/** Opening the page changes nothing, because e-mail scanners follow links. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { token, action } = linkIn(url);
  if (action === "unsubscribe") return { action, alarm: null };
  try {
    return { action, alarm: await call(context, "GET /site/v2/alarm/link", { token }) };
  } catch (thrown) {
    if (problemOf(thrown)?.code !== "invalid") throw thrown;
    return { action: "unknown", alarm: null } as const;
  }
}

/** The address of the page decides, so that a mail program can send its own form to it (RFC 8058). */
export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const { token, action: name } = linkIn(args.url);
  return performForm(
    args,
    {
      async acknowledge() {
        await call(context, "POST /site/v2/alarm/link/acknowledge", { token });
        return {};
      },
      async snooze(form) {
        const hours = HOURS.find((known) => String(known) === textOf(form, "hours"));
        await call(context, "POST /site/v2/alarm/link/snooze", {
          token,
          hours: hours ?? DEFAULT_HOURS,
        });
        return {};
      },
      async unsubscribe() {
        await call(context, "POST /user/v2/notification/unsubscribe", { token });
        return {};
      },
    },
    { intentOf: () => name },
  );
}

export default function AlarmAction({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("welcome");
  const problemText = useProblemText();
  const { action: name, alarm } = loaderData;
  const isDone = actionData?.problem === null;
  const isWrong = name === "unknown" || actionData?.problem?.fields.token !== undefined;
  const title = t(`alarmAction.${isWrong ? "unknown" : name}.title`);
  return (
    <PublicPage title={title} subtitle={t(`alarmAction.${isWrong ? "unknown" : name}.subtitle`)}>
      {alarm !== null && !isWrong && <AlarmCard alarm={alarm} />}
      {isWrong ? (
        <Notice tone="fault">{problemText("wrongLink")}</Notice>
      ) : isDone ? (
        <Done>{t(`alarmAction.${name}.done`)}</Done>
      ) : alarm?.isEnded ? (
        <Notice tone="good">{t("alarmAction.ended")}</Notice>
      ) : alarm?.isAcknowledged && name === "acknowledge" ? (
        <Notice tone="good">{t("alarmAction.acknowledge.done")}</Notice>
      ) : (
        <ActionForm name={name} result={actionData} />
      )}
    </PublicPage>
  );
}

/** Takes the focus of the button that it replaces, so that a screen reader reads it. */
function Done({ children }: { children: string }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <Box ref={element} tabIndex={-1} borderRadius="md">
      <Notice tone="good">{children}</Notice>
    </Box>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]["alarm"]>;

function AlarmCard({ alarm }: { alarm: Shown }) {
  const { t } = useTranslation("welcome");
  return (
    <Box borderWidth="1px" borderRadius="l3" p="4" mb="5" bg="bg.panel">
      <Text fontWeight="semibold" overflowWrap="anywhere">
        {alarm.description}
      </Text>
      <Box color="fg.muted" textStyle="sm" overflowWrap="anywhere">
        {[alarm.level, alarm.deviceName, alarm.site].filter(Boolean).map((text) => (
          <p key={text}>
            <bdi>{text}</bdi>
          </p>
        ))}
      </Box>
      <Text color="fg.muted" textStyle="sm">
        {t("alarmAction.since", { time: alarm.startedAt })}
      </Text>
    </Box>
  );
}

function ActionForm({
  name,
  result,
}: {
  name: Link["action"];
  result: Route.ComponentProps["actionData"];
}) {
  const { t } = useTranslation(["welcome", "account"]);
  const { state } = useNavigation();
  return (
    <PublicForm result={result}>
      {name === "snooze" && (
        <Box as="fieldset" border="0" p="0" m="0">
          <Box as="legend" p="0">
            {t("alarmAction.snooze.legend")}
          </Box>
          <Stack gap="2" mt="2">
            {HOURS.map((hours) => (
              <Box as="label" key={hours} display="flex" alignItems="center" gap="2" minH="11">
                <input
                  type="radio"
                  name="hours"
                  value={hours}
                  defaultChecked={hours === DEFAULT_HOURS}
                />
                {t(`alarmAction.snooze.hours${hours}`)}
              </Box>
            ))}
          </Stack>
        </Box>
      )}
      <Button
        type="submit"
        size="lg"
        loading={state === "submitting"}
        loadingText={t("account:busy")}
      >
        {t(`alarmAction.${name}.button`)}
      </Button>
    </PublicForm>
  );
}
