import { Neo4jError } from "neo4j-driver";
import { expect, it } from "vitest";
import { makeRedactor } from "../../../base/providers/secrets/redactor.ts";
import { asPortError } from "../../../db/graph/neo4j-session.ts";

const database = { url: "bolt://a:1", redactor: makeRedactor([]), midStatement: false };

it.each([
  ["ProtocolError", "ServerLost"],
  ["ServiceUnavailable", "ServerLost"],
  ["Neo.TransientError.Transaction.DeadlockDetected", "ServerLost"],
  ["Neo.ClientError.Security.Unauthorized", "ServerLost"],
  ["Neo.ClientError.Database.DatabaseNotFound", "ServerLost"],
  ["Neo.DatabaseError.General.UnknownError", "ServerLost"],
  ["Neo.DatabaseError.Statement.ExecutionFailed", "QueryFailed"],
  ["Neo.ClientError.Statement.SyntaxError", "QueryFailed"],
  ["Neo.TransientError.General.OutOfMemoryError", "QueryFailed"],
  ["Neo.ClientError.Transaction.TransactionTimedOut", "ServerLost"],
  ["Neo.ClientError.Transaction.Terminated", "ServerLost"],
  ["Neo.ClientError.Transaction.LockClientStopped", "ServerLost"],
])("Neo4j's %s is a %s", (code, name) => {
  const error = new Neo4jError("said", code, "50N00", "");
  expect(asPortError(error, database)).toMatchObject({ name });
});
