import { Box, Button, Input, type InputProps } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { FieldFrame, type FieldProps } from "./fields.tsx";

type PasswordFieldProps = Omit<InputProps, "size" | "type"> &
  Omit<FieldProps, "errorText"> & { autoComplete: string };

/** Password field of a public page or the share dialog, with a button that shows what is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const { name, label, hint, result, ...input } = props;
  const { t } = useTranslation("login");
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame name={name} label={label} hint={hint} result={result}>
      <Box position="relative" w="full">
        <Input
          {...input}
          name={name}
          type={shown ? "text" : "password"}
          size="lg"
          bg="bg.panel"
          pe="20"
        />
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
    </FieldFrame>
  );
}
