import {
  NotInTheDocuments,
  type Peer,
  type Received,
  type Reply,
  refuseOtherHeaders,
  refuseOtherQuery,
  startPeer,
} from "../support/peer.ts";

export const imageKey = "canary-image-key";
export const imageModel = "zimska-slika-1";

export type ImageOrder = {
  readonly kind: "generation" | "edit";
  readonly model: string;
  readonly prompt: string;
  readonly size: string;
  /** The reference of an edit. */
  readonly image?: File;
};

export type ImagePeer = Peer & { readonly orders: readonly ImageOrder[] };

type Options = {
  /** The image in each answer. */
  readonly image: Uint8Array;
  /** The origin of the images, for a server that answers with addresses. */
  readonly at?: string;
  readonly hasEdits?: boolean;
  readonly models?: readonly string[];
  /** Headers that another client than ours sends. */
  readonly headers?: readonly string[];
};

/**
 * A strict stand-in for a server with OpenAI's API of images, written from its reference: it takes what
 * is documented, and of that what all compatible servers take.
 */
export async function startImages({
  image,
  at,
  hasEdits = true,
  headers = [],
  models = ["another-model", imageModel],
}: Options): Promise<ImagePeer> {
  const orders: ImageOrder[] = [];
  const made = (): Reply => ({
    status: 200,
    json: {
      created: 1_795_000_000,
      data: [
        at === undefined
          ? { b64_json: Buffer.from(image).toString("base64"), revised_prompt: "A cup." }
          : { url: at },
      ],
    },
  });

  async function answer(request: Received): Promise<Reply> {
    refuseOtherQuery(request, []);
    refuseOtherHeaders(request, ["authorization", ...headers]);
    if (request.headers.authorization !== `Bearer ${imageKey}`) {
      return error(401, `Incorrect API key provided: ${imageKey}.`, "invalid_api_key");
    }
    switch (`${request.method} ${request.path}`) {
      case "GET /v1/models":
        return { status: 200, json: { object: "list", data: models.map((id) => ({ id })) } };
      case "POST /v1/images/generations":
        return take("generation", Object.entries(request.json() as object));
      case "POST /v1/images/edits":
        if (!hasEdits) return { status: 404, json: { detail: "Not Found" } };
        return take("edit", await request.parts());
      default:
        return { status: 404, json: { detail: "Not Found" } };
    }
  }

  function take(kind: ImageOrder["kind"], given: readonly (readonly [string, unknown])[]): Reply {
    const fields = Object.fromEntries(given);
    const names = given.map(([name]) => name).sort();
    const known =
      kind === "edit" ? ["image[]", "model", "prompt", "size"] : ["model", "n", "prompt", "size"];
    if (names.join() !== known.join()) throw new NotInTheDocuments(`fields: ${names.join(", ")}`);
    const { model, prompt, size, n, "image[]": reference } = fields;
    if (kind === "generation" && n !== 1) throw new NotInTheDocuments(`n: ${n}`);
    if (typeof prompt !== "string" || typeof size !== "string" || typeof model !== "string") {
      throw new NotInTheDocuments("a field that is no text");
    }
    if (!/^\d+x\d+$/.test(size)) return error(400, "Invalid value: size.", "invalid_value");
    if (!models.includes(model)) {
      return error(404, `The model '${model}' does not exist.`, "model_not_found");
    }
    if (kind === "generation") {
      orders.push({ kind, model, prompt, size });
      return made();
    }
    if (!(reference instanceof File) || !/^image\/(png|jpeg|webp)$/.test(reference.type)) {
      throw new NotInTheDocuments("image[]: no file of PNG, JPEG or WebP");
    }
    if (!/\.(png|jpe?g|webp)$/.test(reference.name)) {
      throw new NotInTheDocuments(`image[]: a file with the name ${reference.name}`);
    }
    orders.push({ kind, model, prompt, size, image: reference });
    return made();
  }

  // Not spread: its calls are read by a getter.
  return Object.assign(await startPeer(answer), { orders });
}

/** An error in OpenAI's form. */
export const error = (status: number, message: string, code: string | null): Reply => ({
  status,
  json: { error: { message, type: "invalid_request_error", param: null, code } },
});
