import type { ApiAnswer } from "#app/api/api-types.ts";

export type PopupNews = NonNullable<ApiAnswer<"POST /help/v2/news/popup">>;
