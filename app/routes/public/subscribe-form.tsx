import { Box, Button, Flex, Heading, Text } from "@chakra-ui/react";
import { useNavigation } from "react-router";
import { TextField } from "#app/forms/fields.tsx";
import type { FormResult } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { PublicForm } from "./public-form.tsx";

export function SubscribeForm(form: {
  result: FormResult | null | undefined;
  isSubscribed: boolean;
}) {
  const { result, isSubscribed } = form;
  const { t } = useTranslation(["welcome", "account"]);
  const { formData } = useNavigation();
  const isBusy = formData !== undefined && formData.get("intent") === null;
  return (
    <Box as="section" borderTopWidth="1px" pt="6">
      <Heading as="h2" textStyle="lg" fontWeight="semibold" mb="1">
        {t("subscribe.title")}
      </Heading>
      <Text color="fg.muted" textStyle="sm" mb="4">
        {t("subscribe.text")}
      </Text>
      {isSubscribed && !result?.problem ? (
        <Notice tone="good">{t("subscribe.done")}</Notice>
      ) : (
        <PublicForm result={result}>
          <Flex gap="4" direction={{ base: "column", md: "row" }}>
            <TextField
              size="lg"
              name="name"
              label={t("account:fields.name")}
              result={result}
              autoComplete="name"
              defaultValue={result?.values.name}
            />
            <TextField
              size="lg"
              name="email"
              type="email"
              label={t("account:fields.email")}
              result={result}
              autoComplete="email"
              defaultValue={result?.values.email}
            />
          </Flex>
          <Button
            type="submit"
            variant="outline"
            alignSelf="flex-start"
            loading={isBusy}
            loadingText={t("account:busy")}
          >
            {t("subscribe.submit")}
          </Button>
        </PublicForm>
      )}
    </Box>
  );
}
