import { Box, Heading, Stack, Text } from "@chakra-ui/react";
import { type ReactNode, useRef } from "react";
import { Form } from "react-router";
import { useFocusRefused } from "#app/forms/focus-refused.ts";
import { Refusal } from "#app/forms/refusal.tsx";
import type { Refusable } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { TextLink } from "./text-link.tsx";

/** Page of one column with a title, a form and a link back. */
export function PublicPage(page: { title: string; subtitle: string; children: ReactNode }) {
  const { title, subtitle, children } = page;
  const { t } = useTranslation("account");
  return (
    <Box w="full" maxW="sm">
      <PageTitle page={title} />
      <Heading as="h1" textStyle="3xl" fontWeight="semibold" mb="2">
        {title}
      </Heading>
      <Text color="fg.muted" mb="6">
        {subtitle}
      </Text>
      {children}
      <Text mt="6">
        <TextLink to="/login">{t("links.login")}</TextLink>
      </Text>
    </Box>
  );
}

/**
 * A form that is sent to its page's action. After a refusal the focus moves to the first faulty field, or else to the
 * message above the fields.
 */
export function PublicForm(form: {
  result: Refusable;
  /** Whether the field holds the token of a link, which is not visible: an error in it is an error of the link. */
  isOfLink?: boolean;
  children: ReactNode;
}) {
  const { result, isOfLink = false, children } = form;
  const element = useRef<HTMLFormElement>(null);
  useFocusRefused(element, result?.problem);
  const { fields = {} } = result?.problem ?? {};
  const isWrongLink = isOfLink && fields.token !== undefined;
  return (
    <Form method="post" noValidate ref={element}>
      <Stack gap="5">
        {(isWrongLink || Object.keys(fields).length === 0) && (
          <Refusal
            result={result}
            message={isWrongLink ? "wrongLink" : undefined}
            data-summary
            tabIndex={-1}
          />
        )}
        {children}
      </Stack>
    </Form>
  );
}
