import { Box, Button, Flex, Heading, Text } from "@chakra-ui/react";
import { useNavigation } from "react-router";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "./form-field.tsx";
import { PublicForm, type Refusal } from "./public-form.tsx";

export function SubscribeForm(form: {
  refusal: Refusal | undefined;
  typed: { name: string; email: string } | undefined;
  isSubscribed: boolean;
}) {
  const { refusal, typed, isSubscribed } = form;
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
      {isSubscribed && !refusal ? (
        <Notice tone="good">{t("subscribe.done")}</Notice>
      ) : (
        <PublicForm refusal={refusal}>
          <Flex gap="4" direction={{ base: "column", md: "row" }}>
            <TextField
              name="name"
              label={t("account:fields.name")}
              fault={refusal?.fields.name}
              autoComplete="name"
              defaultValue={typed?.name}
            />
            <TextField
              name="email"
              type="email"
              label={t("account:fields.email")}
              fault={refusal?.fields.email}
              autoComplete="email"
              defaultValue={typed?.email}
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
