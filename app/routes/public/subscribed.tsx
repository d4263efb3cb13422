import { Button, Text } from "@chakra-ui/react";
import { redirect, useNavigation } from "react-router";
import { call, problemOf } from "#app/backend.server.ts";
import { intentIn, performForm } from "#app/forms/perform-form.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { StyledNotice } from "#app/ui/styled-notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import type { Route } from "./+types/subscribed";
import { PublicForm, PublicPage } from "./public-form.tsx";
import { TextLink } from "./text-link.tsx";

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";

export async function loader({ context, url }: Route.LoaderArgs) {
  if (url.searchParams.has("left")) return { state: "left" } as const;
  try {
    const token = tokenOf(url);
    return { state: await call(context, "GET /basic/v2/email/subscription", { token }) };
  } catch (thrown) {
    if (problemOf(thrown)?.code !== "invalid") throw thrown;
    return { state: "unknown" } as const;
  }
}

/** Only the button confirms or unsubscribes, because e-mail scanners follow links. */
export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const token = tokenOf(args.url);
  return performForm(
    args,
    {
      async confirm() {
        await call(context, "POST /basic/v2/email/confirmSubscription", { token });
        throw redirect(`/subscribed?${new URLSearchParams({ token })}`);
      },
      async leave() {
        await call(context, "POST /basic/v2/email/endSubscription", { token });
        throw redirect("/subscribed?left");
      },
    },
    { intentOf: (form) => intentIn(form) || "confirm" },
  );
}

export default function Subscribed({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("welcome");
  const refusal = actionData?.problem;
  const { state } = loaderData;
  return (
    <PublicPage title={t("subscribed.title")} subtitle={t("subscribed.subtitle")}>
      {refusal || state === "unknown" ? (
        <Unknown />
      ) : state === "left" ? (
        <StyledNotice tone="good">{t("subscribed.left")}</StyledNotice>
      ) : (
        <PublicForm result={null}>
          <Choice isConfirmed={state === "confirmed"} />
        </PublicForm>
      )}
    </PublicPage>
  );
}

function Choice({ isConfirmed }: { isConfirmed: boolean }) {
  const { t } = useTranslation(["welcome", "account"]);
  const { formData } = useNavigation();
  const intent = formData?.get("intent");
  const loadingText = t("account:busy");
  return (
    <>
      {isConfirmed ? (
        <StyledNotice tone="good">{t("subscribed.confirmed")}</StyledNotice>
      ) : (
        <Button
          type="submit"
          name="intent"
          value="confirm"
          size="lg"
          loading={intent === "confirm"}
          loadingText={loadingText}
        >
          {t("subscribed.confirm")}
        </Button>
      )}
      <Button
        type="submit"
        name="intent"
        value="leave"
        size="lg"
        variant="outline"
        loading={intent === "leave"}
        loadingText={loadingText}
      >
        {t("subscribed.leave")}
      </Button>
    </>
  );
}

function Unknown() {
  const { t } = useTranslation("welcome");
  const problemText = useProblemText();
  return (
    <>
      <StyledNotice tone="fault" mb="4">
        {problemText("wrongLink")}
      </StyledNotice>
      <Text>
        {t("subscribed.unknown")} <TextLink to="/">{t("subscribed.again")}</TextLink>
      </Text>
    </>
  );
}
