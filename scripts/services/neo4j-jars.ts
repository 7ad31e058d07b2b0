import { join } from "node:path";
import { fs, which } from "zx";
import { UserError } from "../../base/user-error.ts";
import { withFolderBeside } from "../../base/whole-folder.ts";
import { run, runCommand } from "./process.ts";

/** The last of the long-term line 5.26 when this was written; it needs Java 17 or 21. */
const NEO4J_VERSION = "5.26.30";

/** @throws UserError `environment` without Java 17 or 21 */
export async function checkJava(): Promise<void> {
  const found = (await which("java", { nothrow: true })) ? (await run`java -version`).stderr : "no Java";
  const major = Number(/version "(\d+)/.exec(found)?.[1]);
  if (major === 17 || major === 21) return;
  throw new UserError("environment", `Neo4j 5 needs Java 17 or 21, found ${found.split("\n")[0]}`, {
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
  if (await fs.pathExists(folder)) return folder;
  await fs.ensureDir(cache);
  await withFolderBeside(folder, async (scratch) => {
    const pom = join(scratch, "pom.xml");
    await fs.writeFile(pom, POM);
    await runCommand(["mvn", "-q", "-B", "-f", pom, COPY, "-DoutputDirectory=lib", "-DincludeScope=runtime"], {
      hint: "Maven fetches the Neo4j jars: install it (on Debian: apt install maven) so that `mvn` is on the PATH",
    });
    await fs.rename(join(scratch, "lib"), folder).catch(async (error) => {
      // Another process has fetched the same meanwhile: theirs are as good.
      if (!(await fs.pathExists(folder))) throw error;
    });
  });
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
