import { Box, Button, Flex, Heading, Text } from "@chakra-ui/react";
import { useEffect } from "react";
import { redirect, useNavigation } from "react-router";
import { call, refusalOf } from "#app/backend.server.ts";
import { TextField } from "#app/forms/fields.tsx";
import { deleteDrafts } from "#app/forms/form-draft.ts";
import { PasswordField } from "#app/forms/password-field.tsx";
import { performForm, Refused } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { isSignedIn } from "#app/guard.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { safeRedirect } from "#app/safe-redirect.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { StyledNotice } from "#app/ui/styled-notice.tsx";
import type { Route } from "./+types/login";
import { PublicForm } from "./public-form.tsx";
import { ResolutionNotice } from "./resolution-notice.tsx";
import { leadOn } from "./signed-in.server.ts";
import { SIGNED_OUT } from "./signed-out.ts";
import { TextLink } from "./text-link.tsx";

const HOME = "/sitelist";
/** Reasons for a redirect to the login, each with its message. */
const REASONS = {
  expired: { tone: "warning", text: "expired" },
  updated: { tone: "good", text: "account:updated" },
  activated: { tone: "good", text: "account:activated" },
  passwordSet: { tone: "good", text: "account:passwordSet" },
  deleted: { tone: "good", text: "account:deleted" },
} as const;
type Reason = keyof typeof REASONS;

const isReason = (word: string | null): word is Reason =>
  word !== null && Object.hasOwn(REASONS, word);

export function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url;
  if (isSignedIn(args)) throw redirect(safeRedirect(searchParams.get("redirect"), HOME));
  const reason = searchParams.get("reason");
  return {
    reason: isReason(reason) ? reason : null,
    hasSignedOut: searchParams.has(SIGNED_OUT),
  };
}

export async function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const login = async (form: FormData) => {
    const account = textOf(form, "account");
    const password = textOf(form, "password");
    const { token, userInfo } = await call(context, "POST /auth/v2/login", {
      account,
      password,
    }).catch((thrown) => {
      // A wrong password has the code of an ended session, which redirects to this page.
      throw new Refused(refusalOf(thrown));
    });
    const to = safeRedirect(url.searchParams.get("redirect"), HOME);
    throw await leadOn(args, to, { token, language: userInfo.novaLanguage });
  };
  return performForm(args, { login }, { intentOf: () => "login" });
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(["login", "account"]);
  const busy = useNavigation().formMethod === "POST";
  const reason = loaderData.reason && REASONS[loaderData.reason];
  const { hasSignedOut } = loaderData;
  // Signing out deletes drafts; a session that expires keeps them for its user.
  useEffect(() => {
    if (hasSignedOut) deleteDrafts();
  }, [hasSignedOut]);
  return (
    <Box w="full" maxW="sm">
      <PageTitle page={t("title")} />
      <Heading as="h1" textStyle="3xl" fontWeight="semibold" mb="2">
        {t("title")}
      </Heading>
      <Text color="fg.muted" mb="6">
        {t("subtitle")}
      </Text>
      {!actionData?.problem && reason && (
        <StyledNotice tone={reason.tone} mb="5">
          {t(reason.text)}
        </StyledNotice>
      )}
      <PublicForm result={actionData}>
        <TextField
          size="lg"
          name="account"
          label={t("account")}
          result={actionData}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={actionData?.values.account}
          autoFocus
        />
        <PasswordField
          name="password"
          label={t("password")}
          result={actionData}
          autoComplete="current-password"
        />
        <Button type="submit" size="lg" loading={busy} loadingText={t("busy")}>
          {t("submit")}
        </Button>
      </PublicForm>
      <Flex mt="6" gap="6" wrap="wrap" justify="space-between" textStyle="sm">
        <TextLink to="/findpass">{t("account:links.findPassword")}</TextLink>
        <TextLink to="/register">{t("account:links.register")}</TextLink>
      </Flex>
      <ResolutionNotice />
    </Box>
  );
}
