-- The study's layers. `agentfs` and `langgraph_cp` hold a run's own state and live in a database of their own (agent/filesystem/schema).
CREATE SCHEMA raw;
CREATE SCHEMA canon;
CREATE SCHEMA enrichment;
CREATE SCHEMA proc;
CREATE SCHEMA rag;
CREATE SCHEMA core;
CREATE SCHEMA kb;
