import { readFileSync } from "node:fs";
import Ajv from "ajv";
import { documents, hasDocument } from "../../support/documents";
import { NotInTheDocuments, type Received, type Reply } from "../support/peer";

type Parameter = { name: string; in: string; required?: boolean; schema: object };
type Operation = {
  parameters?: ({ $ref: string } | Parameter)[];
  requestBody?: { content: Record<string, object> };
  responses: Record<string, { content?: Record<string, object> }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter> };
};

/**
 * X's own description of its API (github.com/xdevplatform/docs, version 2.167). Without it the stand-in
 * checks what it knows itself.
 */
const document: Document | null = hasDocument("xDescription")
  ? JSON.parse(readFileSync(documents.xDescription, "utf8"))
  : null;

const ajv = new Ajv({ strict: false, validateFormats: false, coerceTypes: false });
if (document) ajv.addSchema({ ...document, $id: "x" });

/** Checks a request and its answer against X's document; throws if either does not fit. */
export async function checkedByOpenapi(request: Received, path: string, reply: Reply) {
  if (!document) return;
  const operation = document.paths[path]?.[request.method.toLowerCase()];
  if (!operation) throw new NotInTheDocuments("X has no such call.");
  checkParameters(document, operation, request);
  const pointer = `x#/paths/${path.replaceAll("/", "~1")}/${request.method.toLowerCase()}`;
  const type = request.headers["content-type"]?.split(";")[0];
  const declared = Object.keys(operation.requestBody?.content ?? {});
  if (type && !declared.includes(type)) throw new NotInTheDocuments(`body of type ${type}`);
  if (!type && declared.length > 0) throw new NotInTheDocuments("no body");
  if (type) {
    const body = type === "application/json" ? request.json() : await formOf(request);
    check(`${pointer}/requestBody/content/${type.replace("/", "~1")}/schema`, body);
  }
  if (reply.status < 300) {
    const { status } = reply;
    if (!operation.responses[status]) throw new NotInTheDocuments(`answer of status ${status}`);
    check(`${pointer}/responses/${status}/content/application~1json/schema`, reply.json);
  }
}

function checkParameters({ components }: Document, { parameters = [] }: Operation, call: Received) {
  const known = parameters
    .map((parameter) =>
      "$ref" in parameter
        ? components.parameters[parameter.$ref.split("/").at(-1) ?? ""]
        : parameter,
    )
    .filter((parameter) => parameter?.in === "query");
  for (const [name, value] of call.query) {
    const schema = known.find((parameter) => parameter?.name === name)?.schema;
    if (!schema) throw new NotInTheDocuments(`unknown parameter ${name}`);
    checkSchema(name, schema, value);
  }
  for (const parameter of known) {
    if (parameter?.required && !call.query.has(parameter.name)) {
      throw new NotInTheDocuments(`${parameter.name} is missing`);
    }
  }
}

/** A parameter as its schema's type: X writes lists with commas. */
function checkSchema(name: string, schema: object, value: string) {
  const { type } = { type: "", ...schema };
  const typed = type === "array" ? value.split(",") : type === "integer" ? Number(value) : value;
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"x#/')));
  if (!validate(typed)) throw new NotInTheDocuments(`${name}: ${ajv.errorsText(validate.errors)}`);
}

/** A multipart body as an object: files as strings, whole numbers as numbers. */
async function formOf(request: Received) {
  const fields = (await request.parts()).map(([name, value]) => [
    name,
    typeof value !== "string" ? "(bytes)" : /^\d+$/.test(value) ? Number(value) : value,
  ]);
  return Object.fromEntries(fields);
}

function check(pointer: string, value: unknown) {
  const validate = ajv.compile({ $ref: pointer });
  if (!validate(value)) throw new NotInTheDocuments(ajv.errorsText(validate.errors));
}
