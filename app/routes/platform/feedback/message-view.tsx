import { Link } from "react-router";
import { TextAreaField } from "#app/forms/fields.tsx";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { LANGUAGE_NAMES } from "#domain/languages.ts";
import { MAX_FEEDBACK_MESSAGE } from "#domain/text-limits.ts";
import { OwnMoment } from "../own-moment.tsx";
import type { Route } from "./+types/message";
import { feedbackAddress } from "./feedback-query.ts";

type Message = Route.ComponentProps["loaderData"];

const REPLY_ROWS = 6;

/** One message with its photos and replies, and the forms to reply and to change its state. */
export function MessageView({ message }: { message: Message }) {
  const { t } = useTranslation("platform");
  const { name, email, language, state, submitTime, photos, replies } = message;
  return (
    <Column>
      <Back to={feedbackAddress({ state, page: 1 })}>
        <Icon name="back" mirrored />
        {t("feedback.back")}
      </Back>
      <Card>
        <header>
          <h1 tabIndex={-1}>
            <bdi>{name}</bdi>
          </h1>
          <b>{t(`feedback.state.${state}`)}</b>
        </header>
        <small>
          <bdi>{email}</bdi>
          <OwnMoment at={submitTime} />
          <span>{t("feedback.language", { language: LANGUAGE_NAMES[language] })}</span>
        </small>
        <Typed lang={language} dir="auto">
          {message.message}
        </Typed>
        {photos.length > 0 && (
          <ul>
            {photos.map((path, place) => (
              <li key={path}>
                <a href={path} target="_blank" rel="noreferrer">
                  <img src={path} alt={t("feedback.photo", { number: place + 1 })} loading="lazy" />
                </a>
              </li>
            ))}
          </ul>
        )}
        <StateForm message={message} />
      </Card>
      {replies.length > 0 && (
        <Section stacked title={t("feedback.replies")}>
          {replies.map(({ number, text, replyTime, by }) => (
            <Reply key={number}>
              <small>
                {by === null ? t("feedback.repliedUnnamed") : t("feedback.replied", { name: by })}
                <OwnMoment at={replyTime} />
              </small>
              <Typed dir="auto">{text}</Typed>
            </Reply>
          ))}
        </Section>
      )}
      <ReplyForm message={message} />
    </Column>
  );
}

function StateForm({ message: { state } }: { message: Message }) {
  const { t } = useTranslation("platform");
  const { Form, form, busy, outcome } = useOwnForm("state", { drafts: "none" });
  const next = state === "closed" ? "open" : "closed";
  const label = {
    open: t("feedback.close"),
    answered: t("feedback.closeAnswered"),
    closed: t("feedback.reopen"),
  }[state];
  return (
    <Form method="post" ref={form}>
      <input type="hidden" name="state" value={next} />
      <Outcome result={outcome} done={t("feedback.changed")} />
      <Submit intent="state" busy={busy}>
        {label}
      </Submit>
    </Form>
  );
}

function ReplyForm({ message: { email, language, replies } }: { message: Message }) {
  const { t } = useTranslation("platform");
  const { Form, form, busy, result, outcome } = useOwnForm("reply");
  return (
    <Section stacked title={t("feedback.reply")}>
      <Form method="post" ref={form} noValidate>
        <input type="hidden" name="replies" value={replies.length} />
        <TextAreaField
          name="text"
          label={t("feedback.reply")}
          hint={t("feedback.replyHint", { email, language: LANGUAGE_NAMES[language] })}
          rows={REPLY_ROWS}
          limit={MAX_FEEDBACK_MESSAGE}
          defaultValue={result?.problem ? result.values.text : undefined}
          result={result}
        />
        <Outcome result={outcome} done={t("feedback.sent", { email })} />
        <Submit intent="reply" busy={busy}>
          {t("feedback.send")}
        </Submit>
      </Form>
    </Section>
  );
}

const Column = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  maxW: "780px",
  textStyle: "sm",
});

const Back = styled(Link, {
  display: "inline-flex",
  alignItems: "center",
  alignSelf: "flex-start",
  gap: "1.5",
  color: "brand.fg",
  borderRadius: "xs",
  _hover: { textDecoration: "underline" },
  "@media (pointer: coarse)": { minH: "11" },
});

/** Text as it was typed, with its line breaks. */
const Typed = styled("p", {
  whiteSpace: "pre-line",
  overflowWrap: "anywhere",
  textAlign: "start",
  textStyle: "md",
});

const Reply = styled("article", {
  display: "flex",
  flexDirection: "column",
  gap: "2",
  "& small": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "3",
    textStyle: "xs",
    color: "fg.muted",
    overflowWrap: "anywhere",
  },
});

const Card = styled("article", {
  layerStyle: "card",
  display: "flex",
  flexDirection: "column",
  gap: "3",
  px: { base: "4", md: "6" },
  py: { base: "4", md: "6" },
  "& > header": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "3",
  },
  "& h1": { textStyle: "xl", fontWeight: "semibold", overflowWrap: "anywhere" },
  "& header > b": {
    px: "2.5",
    borderRadius: "full",
    bg: "brand.subtle",
    color: "brand.fg",
    fontWeight: "semibold",
    lineHeight: "1.5rem",
  },
  "& > small": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "3",
    color: "fg.muted",
    overflowWrap: "anywhere",
  },
  "& > ul": { listStyleType: "none", display: "flex", flexWrap: "wrap", gap: "3" },
  "& li > a": { display: "block", borderRadius: "lg", focusVisibleRing: "outside" },
  "& img": {
    display: "block",
    w: { base: "28", md: "40" },
    aspectRatio: "4 / 3",
    objectFit: "cover",
    borderRadius: "lg",
    bg: "bg.sunken",
  },
  "& form": { display: "flex", flexDirection: "column", gap: "3" },
});
