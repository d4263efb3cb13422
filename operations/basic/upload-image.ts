import { z } from "zod";
import { addFile, countLoosePictures } from "#database/files/files.ts";
import { filePath } from "#domain/files/file-path.ts";
import { MAX_PICTURE_SIDE } from "#domain/files/picture.ts";
import { Problem } from "#domain/problem.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { signedIn } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { uploadedFile } from "../upload-input.ts";

const KEY_BYTES = 16;
/** Maximum number of a user's unattached pictures; those older than a day are deleted. */
const MAX_UNATTACHED_FILES = 50;
const LOOSE_WAIT_S = 3_600;

/** Stores a re-encoded picture under a new name; the uploaded bytes are never kept. */
export const uploadImage = operation({
  path: "POST /basic/v2/upload/image",
  description: {
    summary:
      "Uploads a GIF, JPEG or PNG image and returns its path. An image that is not used within a day is deleted",
    output: z
      .string()
      .describe("Path for updateHeader, updateBanner and the other calls that take an image"),
    example: { input: {}, output: "/files/kT2m0yFQm4rB1oNfX9pLwA" },
  },
  input: z.object({ file: uploadedFile }),
  body: "upload",
  access: signedIn("editAccount"),
  async run({ input: { file }, context, caller: { person } }) {
    const { database } = context;
    if ((await countLoosePictures(database, person.id)) >= MAX_UNATTACHED_FILES) throw tooMany();
    const picture = await reencode(file.bytes, context);
    const key = toBase64Url(context.randomBytes(KEY_BYTES));
    // The store is written first: a recorded file always exists, and an unrecorded one is swept.
    await context.files.put(key, picture.bytes, picture.contentType);
    const { contentType } = picture;
    const record = { key, kind: "picture", ownerId: person.id, contentType } as const;
    const size = picture.bytes.length;
    const added = await addFile(
      database,
      { ...record, size, now: context.now() },
      MAX_UNATTACHED_FILES,
    );
    if (!added) {
      await context.files.delete([key]);
      throw tooMany();
    }
    return filePath(key);
  },
});

async function reencode(bytes: Uint8Array, { pictures }: Context) {
  const picture = await pictures.reencode(bytes);
  if (!("refused" in picture)) return picture;
  if (picture.refused === "sideTooLong")
    throw new Problem("tooLarge", { message: "sideTooLong", limit: MAX_PICTURE_SIDE });
  if (picture.refused === "tooManyPixels")
    throw new Problem("tooLarge", {
      message: "tooManyPixels",
      limit: Math.floor(picture.maxPixels / 100_000) / 10,
    });
  throw new Problem("invalid", { fields: { file: "noPicture" } });
}

function tooMany(): Problem {
  return new Problem("tooFast", { retryAfter: LOOSE_WAIT_S });
}
