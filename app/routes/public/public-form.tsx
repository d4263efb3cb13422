import { Box, Heading, Stack, Text } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Form } from "react-router";
import { focusRefused } from "#app/forms/focus-refused.ts";
import type { FormProblem } from "#app/forms/form-problem.ts";
import type { Refusable } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
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
  const refusal = result?.problem;
  const element = useRef<HTMLFormElement>(null);
  const problemText = useProblemText();
  useEffect(() => {
    if (refusal) focusRefused(element.current);
  }, [refusal]);
  return (
    <Form method="post" noValidate ref={element}>
      <Stack gap="5">
        {refusal && <Summary refusal={refusal} isOfLink={isOfLink} problemText={problemText} />}
        {children}
      </Stack>
    </Form>
  );
}

function Summary(summary: {
  refusal: FormProblem;
  isOfLink: boolean;
  problemText: ReturnType<typeof useProblemText>;
}) {
  const { refusal, isOfLink, problemText } = summary;
  const { fields, message, retryAfter } = refusal;
  const isWrongLink = isOfLink && fields.token !== undefined;
  if (!isWrongLink && Object.keys(fields).length > 0) return null;
  return (
    <Notice tone="fault" data-summary tabIndex={-1}>
      {problemText(isWrongLink ? "wrongLink" : message, retryAfter)}
    </Notice>
  );
}
