import { Button, Heading, Text } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { useNavigation, useSubmit } from "react-router";
import { PasswordField } from "#app/forms/password-field.tsx";
import type { Refusable } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { StyledIcon } from "#app/ui/icons/styled-icon.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PublicForm } from "../public/public-form.tsx";

type PasswordFormProps = { isProtected: boolean; result: Refusable };

/**
 * Asks for the password of a protected site. Without a password the page itself opens the site after hydration, so that
 * only a browser that shows it counts as a view, and not a link preview.
 */
export function SharePasswordForm({ isProtected, result }: PasswordFormProps) {
  const { t } = useTranslation("share");
  const busy = useNavigation().state !== "idle";
  useOpenUnprotected(!isProtected && !result?.problem);
  return (
    <Card>
      <PageTitle page={t(isProtected ? "protected.title" : "protected.open")} />
      <StyledIcon name="share" size="2rem" color="brand.fg" />
      <Heading as="h1" textStyle="xl" fontWeight="semibold">
        {t(isProtected ? "protected.title" : "protected.open")}
      </Heading>
      <Text color="fg.muted">{t(isProtected ? "protected.text" : "protected.openText")}</Text>
      <PublicForm result={result}>
        {isProtected && (
          <PasswordField
            name="password"
            label={t("protected.password")}
            result={result}
            autoComplete="off"
          />
        )}
        <Button type="submit" size="lg" loading={busy} loadingText={t("protected.entering")}>
          {t(isProtected ? "protected.enter" : "protected.open")}
        </Button>
      </PublicForm>
    </Card>
  );
}

/** Attempts it once: in a browser that stores no cookies the form is shown again instead of an endless loop. */
function useOpenUnprotected(isOpen: boolean): void {
  const submit = useSubmit();
  const tried = useRef(false);
  useEffect(() => {
    if (!isOpen || tried.current) return;
    tried.current = true;
    void submit({}, { method: "post", replace: true });
  }, [isOpen, submit]);
}

export const Card = styled("section", {
  layerStyle: "card",
  display: "flex",
  flexDirection: "column",
  gap: "3",
  w: "full",
  maxW: "md",
  mx: "auto",
  mt: { base: "4", md: "16" },
  px: { base: "5", md: "8" },
  py: "7",
  "& form": { mt: "3" },
});
