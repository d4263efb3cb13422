import type { AnswerOf, InputOf, KnownPath } from "#operations/call.ts";

/** Method and path of an operation that the browser may call, as in `operations/table.ts`. */
export type ApiPath = Extract<KnownPath, `POST ${string}`>;
/** Input of an operation, by its own schema. */
export type ApiInput<Path extends KnownPath> = InputOf<Path>;
/** Answer of an operation, by the schema that its return value must satisfy. */
export type ApiAnswer<Path extends KnownPath> = AnswerOf<Path>;
