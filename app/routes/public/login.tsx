import { Box, Button, Field, Flex, Heading, Input, Stack, Text } from "@chakra-ui/react";
import { data, Form, redirect, useNavigation } from "react-router";
import { call, problemOf } from "../../backend.server.ts";
import { isSignedIn } from "../../guard.server.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ownAddress } from "../../own-address.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { useProblemText } from "../../ui/use-problem-text.ts";
import type { Route } from "./+types/login";
import { PasswordInput } from "./password-input.tsx";
import { ResolutionNotice } from "./resolution-notice.tsx";
import { leadOn } from "./signed-in.server.ts";
import { TextLink } from "./text-link.tsx";

const HOME = "/sitelist";
/** What led here. */
const REASONS = ["expired", "updated", "activated", "passwordSet"] as const;

export function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url;
  if (isSignedIn(args)) throw redirect(ownAddress(searchParams.get("redirect"), HOME));
  const reason = searchParams.get("reason");
  return { reason: REASONS.find((one) => one === reason) };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  // What is no form is answered like an empty one.
  const form = await request.formData().catch(() => new FormData());
  const account = String(form.get("account") ?? "");
  try {
    const { token, userInfo } = await call(context, "POST /auth/v2/login", {
      account,
      password: String(form.get("password") ?? ""),
    });
    const to = ownAddress(url.searchParams.get("redirect"), HOME);
    return await leadOn({ request, context }, to, { token, language: userInfo.novaLanguage });
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem === null || problem.code === "fault") throw thrown;
    return data({ problem, account }, { status: problem.code === "tooFast" ? 429 : 422 });
  }
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(["login", "account"]);
  const problemText = useProblemText();
  const busy = useNavigation().formMethod === "POST";
  const { reason } = loaderData;
  const problem = actionData?.problem;
  const fields = problem?.fields ?? {};
  return (
    <Box w="full" maxW="sm">
      <PageTitle page={t("title")} />
      <Heading as="h1" textStyle="3xl" fontWeight="semibold" mb="2">
        {t("title")}
      </Heading>
      <Text color="fg.muted" mb="6">
        {t("subtitle")}
      </Text>
      {problem && Object.keys(fields).length === 0 && (
        <Notice tone="fault" mb="5">
          {problemText(problem.message, problem.retryAfter)}
        </Notice>
      )}
      {!problem && reason && (
        <Notice tone={reason === "expired" ? "warning" : "good"} mb="5">
          {reason === "expired" ? t("expired") : t(`account:${reason}`)}
        </Notice>
      )}
      <Form method="post" noValidate>
        <Stack gap="5">
          <Field.Root invalid={fields.account !== undefined}>
            <Field.Label>{t("account")}</Field.Label>
            <Input
              name="account"
              size="lg"
              bg="bg.panel"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={actionData?.account}
              autoFocus
            />
            <Field.ErrorText>{problemText(fields.account)}</Field.ErrorText>
          </Field.Root>
          <Field.Root invalid={fields.password !== undefined}>
            <Field.Label>{t("password")}</Field.Label>
            <PasswordInput name="password" autoComplete="current-password" />
            <Field.ErrorText>{problemText(fields.password)}</Field.ErrorText>
          </Field.Root>
          <Button type="submit" size="lg" loading={busy} loadingText={t("busy")}>
            {t("submit")}
          </Button>
        </Stack>
      </Form>
      <Flex mt="6" gap="6" wrap="wrap" justify="space-between" textStyle="sm">
        <TextLink to="/findpass">{t("account:links.findPassword")}</TextLink>
        <TextLink to="/register">{t("account:links.register")}</TextLink>
      </Flex>
      <ResolutionNotice />
    </Box>
  );
}
