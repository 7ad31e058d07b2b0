/**
 * HTTP statuses of errors that are told by name: lower case, without `_error` or `Exception`. Sources: the error tables of
 * OpenAI, Anthropic, Google (`google.rpc.Code`), Amazon Bedrock, DashScope, Hugging Face's TGI, vLLM, Zhipu and MiniMax.
 */
export const STATUS_BY_NAME: ReadonlyMap<string, number> = new Map(
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
