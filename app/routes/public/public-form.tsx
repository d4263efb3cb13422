import { Box, Heading, Stack, Text } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Form } from "react-router";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { useProblemText } from "../../ui/use-problem-text.ts";
import { TextLink } from "./text-link.tsx";

/** As an action tells it. */
export type Refusal = {
  message: string;
  fields: Readonly<Record<string, string>>;
  retryAfter: number | null;
};

/** A page of one column: what it is for, what there is to do, and the way back. */
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
 * A form that goes to its own page's action. After a refusal the first faulty field has the focus, else what is said
 * above them.
 */
export function PublicForm(form: {
  refusal: Refusal | undefined;
  /** What to say of a field that nobody sees. */
  hiddenField?: string;
  children: ReactNode;
}) {
  const { refusal, hiddenField, children } = form;
  const element = useRef<HTMLFormElement>(null);
  const problemText = useProblemText();
  useEffect(() => {
    if (refusal === undefined) return;
    const faulty = "[aria-invalid=true], [data-summary]";
    element.current?.querySelector<HTMLElement>(faulty)?.focus();
  }, [refusal]);
  return (
    <Form method="post" noValidate ref={element}>
      <Stack gap="5">
        {refusal && (
          <Summary refusal={refusal} hiddenField={hiddenField} problemText={problemText} />
        )}
        {children}
      </Stack>
    </Form>
  );
}

function Summary(summary: {
  refusal: Refusal;
  hiddenField: string | undefined;
  problemText: ReturnType<typeof useProblemText>;
}) {
  const { refusal, hiddenField, problemText } = summary;
  const { fields, message, retryAfter } = refusal;
  const hidden = hiddenField === undefined ? undefined : fields[hiddenField];
  if (hidden === undefined && Object.keys(fields).length > 0) return null;
  return (
    <Notice tone="fault" data-summary tabIndex={-1}>
      {problemText(hidden ?? message, retryAfter)}
    </Notice>
  );
}
