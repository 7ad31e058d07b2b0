import type { z } from "zod";
import { CONFLUENCE_OPTIONS, openConfluence } from "./confluence/source.ts";
import { DOKUWIKI_OPTIONS, openDokuWiki } from "./dokuwiki/source.ts";
import { JIRA_OPTIONS, openJira } from "./jira/source.ts";
import { MATRIX_OPTIONS, openMatrix } from "./matrix/source.ts";
import { openRedmine, REDMINE_OPTIONS } from "./redmine/source.ts";
import { openRocketChat, ROCKETCHAT_OPTIONS } from "./rocketchat/source.ts";
import { openSlack, SLACK_OPTIONS } from "./slack/source.ts";
import type { SourceType } from "./source-type.ts";

const type = <Options extends z.ZodObject>(one: SourceType<Options>): SourceType<Options> => one;

/** Types of live sources, by the name that a configuration gives. */
export const SOURCE_TYPES = {
  confluence: type({ options: CONFLUENCE_OPTIONS, open: openConfluence }),
  dokuwiki: type({ options: DOKUWIKI_OPTIONS, open: openDokuWiki }),
  jira: type({ options: JIRA_OPTIONS, open: openJira }),
  matrix: type({ options: MATRIX_OPTIONS, open: openMatrix }),
  redmine: type({ options: REDMINE_OPTIONS, open: openRedmine }),
  rocketchat: type({ options: ROCKETCHAT_OPTIONS, open: openRocketChat }),
  slack: type({ options: SLACK_OPTIONS, open: openSlack }),
};
