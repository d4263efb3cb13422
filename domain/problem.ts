import type { RefusalReason } from "./sessions/confirmation.ts";

/** Status of a successful answer, in the API and on the sockets of loggers and viewers. */
export const SUCCESS_STATUS = 200;

/** HTTP status of each problem code (API contract, "Answers"). */
export const PROBLEM_STATUS = {
  malformed: 400,
  notSignedIn: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  invalid: 422,
  tooFast: 429,
  fault: 500,
  sessionEnded: 501,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof PROBLEM_STATUS;

/** Bound of a field's value. */
export type FieldLimit = { min: number } | { max: number };

/** Details of a problem for the client. */
export type ProblemDetails = {
  /** Key of the message in the `problems` namespace of the locales; by default the code. */
  message?: string;
  /** Field name → key of the message in the `problems` namespace. */
  fields?: Record<string, string>;
  /** Reason of a `forbidden`, from which a client derives its next step. */
  reason?: RefusalReason;
  /** The limit that the message names: entries, MB or million pixels. */
  limit?: number;
  /** Field name → the bound that its value exceeds: characters, entries or the value itself. */
  limits?: Record<string, FieldLimit>;
  /** The current state, with `conflict`. */
  data?: Readonly<Record<string, unknown>>;
  /** Seconds to wait, with `tooFast` and `unavailable`. */
  retryAfter?: number;
};

/** Expected error that is reported to the client: contains a code and keys of messages, never internal details. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(details.message ?? code);
    this.name = "Problem";
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return PROBLEM_STATUS[this.code];
  }

  /** Key of the message in the `problems` namespace of the locales. */
  get messageKey(): string {
    return this.details.message ?? this.code;
  }
}
