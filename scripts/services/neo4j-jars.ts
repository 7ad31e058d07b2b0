import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { UserError } from "../../base/user-error.ts";

const run = promisify(execFile);

/** The last of the long-term line 5.26 when this was written; it needs Java 17 or 21. */
const NEO4J_VERSION = "5.26.30";

/** @throws UserError `environment` without Java 17 or 21 */
export async function checkJava(): Promise<void> {
  const found = await versionOf("java", ["-version"]);
  const major = Number(/version "(\d+)/.exec(found ?? "")?.[1]);
  if (major === 17 || major === 21) return;
  throw new UserError("environment", `Neo4j 5 needs Java 17 or 21, found ${found?.split("\n")[0] ?? "no Java"}`, {
    hint: "install a JDK or JRE (on Debian: apt install openjdk-17-jre-headless) so that `java` is on the PATH",
  });
}

/**
 * The folder of the server's jars, fetched by Maven once (144 MB): what Neo4j's own test harness depends on is a whole
 * community server. It appears under its name when it is complete.
 * @throws UserError `environment` when Maven is missing or fails
 */
export async function neo4jJars(cache: string): Promise<string> {
  const folder = join(cache, `neo4j-${NEO4J_VERSION}`);
  if (existsSync(folder)) return folder;
  if ((await versionOf("mvn", ["--version"])) === null)
    throw new UserError("environment", "the Neo4j jars are not cached, and Maven, which fetches them, was not found", {
      hint: "install it (on Debian: apt install maven) so that `mvn` is on the PATH",
    });
  const scratch = join(cache, `scratch-${process.pid}`);
  await mkdir(scratch, { recursive: true });
  try {
    await writeFile(join(scratch, "pom.xml"), POM);
    await run("mvn", [
      "-q",
      "-B",
      "-f",
      join(scratch, "pom.xml"),
      COPY,
      "-DoutputDirectory=lib",
      "-DincludeScope=runtime",
    ]);
    await rename(join(scratch, "lib"), folder);
  } catch (error) {
    const { stdout = "", message } = error as Error & { stdout?: string };
    if (!existsSync(folder))
      throw new UserError("environment", "Maven could not fetch Neo4j", {
        problems: (stdout || message).trim().split("\n").slice(0, 5),
        cause: error,
      });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return folder;
}

const COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>scopebench</groupId><artifactId>neo4j-jars</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>org.neo4j.test</groupId><artifactId>neo4j-harness</artifactId><version>${NEO4J_VERSION}</version>
  </dependency></dependencies>
</project>
`;

/** What a program says of its version, null when it is not there. */
async function versionOf(program: string, options: string[]): Promise<string | null> {
  try {
    const { stdout, stderr } = await run(program, options);
    return (stdout + stderr).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
