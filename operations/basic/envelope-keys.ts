import { z } from "zod";
import { publicJwk } from "#protocol/envelope/server-key.ts";
import { anyone } from "../access.ts";
import { operation } from "../operation.ts";

/** Returns the public keys that a client needs to seal its calls. */
export const envelopeKeys = operation({
  path: "GET /basic/v2/envelopeKeys",
  writes: false,
  description: {
    summary:
      "Returns the server's RSA keys for sealed calls, the current one first, and the server's time",
    output: z.object({ keys: z.array(publicJwk), time: z.int() }),
    example: {
      input: {},
      output: {
        keys: [
          {
            kid: "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs",
            alg: "RSA-OAEP-256",
            use: "enc",
            e: "AQAB",
            kty: "RSA",
            n: "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
          },
        ],
        time: 1_790_000_000_000,
      },
    },
  },
  input: z.object({}),
  access: anyone,
  async run({ context: { envelopeKeys, now } }) {
    return { keys: await envelopeKeys.list(), time: now() };
  },
});
