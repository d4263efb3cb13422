import { Box, Button, Input, type InputProps } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";

export function PasswordInput(props: Omit<InputProps, "type">) {
  const { t } = useTranslation("login");
  const [shown, setShown] = useState(false);
  return (
    <Box position="relative" w="full">
      <Input {...props} type={shown ? "text" : "password"} size="lg" bg="bg.panel" pe="20" />
      <Button
        variant="ghost"
        colorPalette="gray"
        size="xs"
        position="absolute"
        insetEnd="1.5"
        top="1.5"
        color="fg.muted"
        aria-label={t("showPassword")}
        aria-pressed={shown}
        _pressed={{ color: "brand.fg", bg: "bg.hover" }}
        onClick={() => setShown(!shown)}
      >
        {t("show")}
      </Button>
    </Box>
  );
}
