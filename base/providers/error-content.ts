import { isObject, type JsonObject, objectsOf, textOf } from "../json-object.ts";

/** What a provider's error says, whatever form its body has. */
export interface ErrorContent {
  /** "" when it says nothing. */
  message: string;
  /** Codes, types and statuses that it gives by name: lower case, letters and digits alone. */
  names: readonly string[];
  /** The HTTP status that it gives as a number or by a known name; null when it gives none. */
  status: number | null;
  /** The members of the innermost error, and of what it stands in. */
  members: JsonObject;
}

/** Longest message that is kept: some servers send whole pages. */
const MESSAGE_CHARACTERS = 2_000;

/** Reads the text of an answer that is an error: JSON of any shape, a page, or plain text. */
export function readErrorText(text: string): ErrorContent {
  return readErrorContent(jsonOf(text));
}

export function readErrorContent(body: unknown): ErrorContent {
  const levels = levelsOf(body);
  const members: JsonObject = Object.assign({}, ...levels);
  const names = levels.flatMap(namesOf);
  const rest = levels.some((level) => Object.keys(level).length > 0) ? JSON.stringify(body) : "";
  return {
    message: (messageOf(body) || rest).slice(0, MESSAGE_CHARACTERS),
    names,
    status: statusOf(levels, names),
    members,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** No provider nests errors deeper than this. */
const MAX_LEVELS = 5;

/** The body, and what stands in it as the error, outermost first. */
function levelsOf(body: unknown): JsonObject[] {
  const levels: JsonObject[] = [];
  for (let level = body; levels.length < MAX_LEVELS; ) {
    if (Array.isArray(level)) level = level.find(isObject);
    if (!isObject(level)) break;
    levels.push(level);
    level = innerOf(level);
  }
  return levels;
}

/** Amazon names a member after the exception: `{ "throttlingException": { "message" } }`. */
export function isAmazonException(name: string, value: unknown): value is JsonObject {
  return name.endsWith("Exception") && isObject(value);
}

function innerOf(level: JsonObject): unknown {
  const exception = Object.entries(level).find(([name, value]) => isAmazonException(name, value));
  if (exception) return { ...(exception[1] as JsonObject), type: exception[0] };
  const { response } = level;
  return [level.error, level.errors, level.base_resp, isObject(response) ? response.error : null, level.detail].find(
    (inner) => isObject(inner) || objectsOf(inner).length > 0,
  );
}

const NAME_MEMBERS = ["code", "type", "status", "error_type", "__type", "status_code", "error", "reason"] as const;

function namesOf(level: JsonObject): string[] {
  const { innererror } = level;
  const inner = isObject(innererror) ? namesOf(innererror) : [];
  return [...NAME_MEMBERS.map((name) => plainName(level[name])).filter((name) => name !== ""), ...inner];
}

/** `ThrottlingException`, `Throttling.RateQuota` and `throttling` are one name. */
function plainName(value: unknown): string {
  const name = String(typeof value === "number" ? value : textOf(value));
  if (name.length > 80) return "";
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]/g, "")
    .replace(/\..*$/, "")
    .replace(/(exception|error)$/, "");
}

const STATUS_MEMBERS = ["code", "status", "status_code", "statusCode", "http_status", "httpStatus"] as const;

function statusOf(levels: readonly JsonObject[], names: readonly string[]): number | null {
  const numbers = levels.flatMap((level) => STATUS_MEMBERS.map((name) => httpStatus(level[name])));
  const byName = names.map((name) => STATUS_BY_NAME.get(name));
  return [...numbers.reverse(), ...byName].find((status) => typeof status === "number") ?? null;
}

/** FastChat's codes are statuses with two more digits: 50002. */
function httpStatus(value: unknown): number | null {
  const number = typeof value === "number" || /^\d+$/.test(textOf(value)) ? Number(value) : Number.NaN;
  const status = number >= 40_000 && number < 60_000 ? Math.floor(number / 100) : number;
  return status >= 400 && status < 600 ? status : null;
}

/** Members that hold an error's words, the more telling first. */
const MESSAGE_MEMBERS = [
  "message",
  "error",
  "errors",
  "detail",
  "details",
  "msg",
  "Message",
  "error_message",
  "errorMessage",
  "error_description",
  "status_msg",
  "base_resp",
  "description",
  "title",
  "reason",
  "error_type",
  "code",
] as const;

function messageOf(value: unknown, depth = 0): string {
  if (typeof value === "string") return plainText(value);
  if (depth > MAX_LEVELS || value === null || typeof value !== "object") return value ? String(value) : "";
  if (Array.isArray(value))
    return [...new Set(value.map((entry) => messageOf(entry, depth + 1)))].filter(Boolean).join("; ");
  const object = value as JsonObject;
  const exception = innerOf(object);
  const words = MESSAGE_MEMBERS.map((name) => messageOf(object[name], depth + 1)).find((text) => text !== "");
  return withContext(words ?? messageOf(exception, depth + 1), object);
}

/** FastAPI names the place (`loc`), problem+json gives a title beside the detail, OpenRouter quotes whom it asked. */
function withContext(words: string, { loc, title, detail, metadata, message }: JsonObject): string {
  if (Array.isArray(loc)) return `${loc.join(".")}: ${words}`;
  if (textOf(title) !== "" && textOf(detail) !== "" && message === undefined) return `${textOf(title)}: ${words}`;
  const raw = isObject(metadata) ? messageOf(metadata.raw, MAX_LEVELS) : "";
  return raw === "" ? words : `${words}: ${raw}`;
}

/** One line; of a page its title, or its text without the tags. */
function plainText(text: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1];
  const page = /<\/?(html|body|head|h1|p|center|div)\b/i.test(text)
    ? (title ?? text.replace(/<(script|style)[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " "))
    : text;
  return page.replace(/\s+/g, " ").trim();
}

/**
 * HTTP statuses of errors that are told by name: lower case, without `_error` or `Exception`. Sources: the error tables of
 * OpenAI, Anthropic, Google (`google.rpc.Code`), Amazon Bedrock, DashScope, Hugging Face's TGI, vLLM, Zhipu and MiniMax.
 */
const STATUS_BY_NAME: ReadonlyMap<string, number> = new Map(
  Object.entries({
    400: "invalidrequest invalidprompt invalidargument failedprecondition outofrange badrequest validation invalidparameter contextlengthexceeded tokenlimitexceeded exceedcontextsize contentfilter contentpolicyviolation responsibleaipolicyviolation datainspectionfailed tooluse toolusefailed jsonvalidatefailed outputparsefailed",
    401: "authentication unauthenticated unauthorized invalidapikey unrecognizedclient",
    402: "billing paymentrequired insufficientbalance insufficientcredits",
    403: "permission permissiondenied accessdenied forbidden",
    404: "notfound modelnotfound resourcenotfound",
    408: "modeltimeout requesttimeout",
    413: "requesttoolarge",
    422: "unprocessableentity",
    429: "1302 1303 1304 1305 1002 ratelimit ratelimitexceeded ratelimitreached toomanyrequests insufficientquota resourceexhausted throttling throttled modelnotready tokens requests limitrequests quotaexceeded servicequotaexceeded",
    500: "api server internal internalserver unknown dataloss modelerror generation incompletegeneration servererror",
    501: "unimplemented",
    502: "badgateway provider upstream modelstream providerreturned",
    503: "unavailable serviceunavailable unhealthy modelunavailable engineoverloaded modelloading",
    504: "timeout deadlineexceeded gatewaytimeout vectorstoretimeout",
    529: "overloaded",
  }).flatMap(([status, names]) => names.split(" ").map((name) => [name, Number(status)] as const)),
);
