import { TextAreaField, TextField } from "#app/forms/fields.tsx";
import { Outcome, Pair, Submit } from "#app/forms/section.tsx";
import { UnsavedGuard } from "#app/forms/unsaved-guard.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { MAX_FEEDBACK_MESSAGE, MAX_PROFILE_LINE } from "#domain/text-limits.ts";
import { PhotoPicker } from "./photo-picker.tsx";
import { usePhotos } from "./use-photos.ts";

const MESSAGE_ROWS = 8;

/** Message to the operator; the name and address of the account are filled in. */
export function FeedbackForm({ sender }: { sender: { name: string; email: string } }) {
  const { t } = useTranslation("feedback");
  const photos = usePhotos();
  const { Form, form, busy, result, outcome, hasFailed } = useOwnForm("feedback", {
    onDone: photos.clear,
  });
  const isSending = busy || photos.isUploading;
  return (
    <Card>
      <UnsavedGuard />
      <Form method="post" ref={form} noValidate>
        <Pair>
          <TextField
            name="name"
            label={t("name")}
            defaultValue={result?.values.name ?? sender.name}
            result={result}
            limit={MAX_PROFILE_LINE}
            autoComplete="name"
          />
          <TextField
            name="email"
            type="email"
            dir="ltr"
            label={t("email")}
            defaultValue={result?.values.email ?? sender.email}
            result={result}
            autoComplete="email"
          />
        </Pair>
        <TextAreaField
          name="message"
          label={t("message")}
          hint={t("messageHint")}
          rows={MESSAGE_ROWS}
          limit={MAX_FEEDBACK_MESSAGE}
          defaultValue={result?.problem ? result.values.message : undefined}
          result={result}
        />
        <PhotoPicker photos={photos} result={result} />
        <Outcome result={outcome} done={t("done")} />
        {hasFailed && <Notice tone="fault">{t("failure")}</Notice>}
        <Submit intent="feedback" busy={isSending}>
          {t("submit")}
        </Submit>
      </Form>
    </Card>
  );
}

const Card = styled("section", {
  layerStyle: "card",
  px: { base: "4", md: "6" },
  py: { base: "5", md: "6" },
  "& form": { display: "flex", flexDirection: "column", gap: "4" },
});
