import { Box, Button, Flex, Heading, Stack, Text } from "@chakra-ui/react";
import { Form, Link, redirect } from "react-router";
import { call } from "#app/backend.server.ts";
import { intentIn, performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { Refusal } from "#app/forms/refusal.tsx";
import { isSignedIn } from "#app/guard.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { StyledIcon } from "#app/ui/icons/styled-icon.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { isSecureLine } from "#protocol/own-cookie.ts";
import { writeSessionCookie } from "#protocol/session-cookie.ts";
import type { Route } from "./+types/landing";
import { SubscribeForm } from "./subscribe-form.tsx";

const HOME = "/sitelist";
const STRENGTHS = [
  ["solar", "see"],
  ["power", "act"],
  ["clock", "know"],
] as const;

export async function loader(args: Route.LoaderArgs) {
  if (isSignedIn(args)) throw redirect(HOME);
  const hasDemo = await call(args.context, "GET /auth/v2/hasDemo", {});
  return { hasDemo, isSubscribed: args.url.searchParams.has("subscribed") };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  return performForm(
    args,
    {
      async demo() {
        const { token } = await call(context, "POST /auth/v2/enterDemo", {});
        const cookie = writeSessionCookie(token, isSecureLine(request));
        throw redirect(HOME, { headers: { "Set-Cookie": cookie } });
      },
      async subscribe(form) {
        const subscriber = { name: textOf(form, "name"), email: textOf(form, "email") };
        await call(context, "POST /basic/v2/email/addSubscribeEmail", subscriber);
        throw redirect("/?subscribed");
      },
    },
    { intentOf: (form) => intentIn(form) || "subscribe" },
  );
}

export default function Landing({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("welcome");
  const { hasDemo, isSubscribed } = loaderData;
  const isForDemo = actionData?.intent === "demo";
  return (
    <Box w="full" maxW="lg">
      <PageTitle page={t("page")} />
      <Heading as="h1" textStyle="3xl" fontWeight="semibold" textWrap="balance" mb="3">
        {t("title")}
      </Heading>
      <Text color="fg.muted" mb="7">
        {t("text")}
      </Text>
      <Stack as="ul" gap="4" mb="8">
        {STRENGTHS.map(([icon, text]) => (
          <Flex as="li" key={text} gap="3.5">
            <StyledIcon name={icon} size="1.5em" color="brand.fg" mt="0.5" />
            <span>{t(`strengths.${text}`)}</span>
          </Flex>
        ))}
      </Stack>
      <Flex gap="3" wrap="wrap" mb="10">
        <Button asChild size="lg">
          <Link to="/login">{t("signIn")}</Link>
        </Button>
        <Button asChild size="lg" variant="outline">
          <Link to="/register">{t("register")}</Link>
        </Button>
        {hasDemo && (
          <Form method="post">
            <Button type="submit" name="intent" value="demo" size="lg" variant="outline">
              {t("demo")}
            </Button>
          </Form>
        )}
      </Flex>
      <Refusal result={isForDemo ? actionData : null} mb="6" />
      <SubscribeForm result={isForDemo ? null : actionData} isSubscribed={isSubscribed} />
    </Box>
  );
}
