#!/bin/sh
# The role of the nodes, made with the database: it may write contributions, and change no table and no key. Nobody else
# but the owner is let in.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$NODE_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE robotics_node LOGIN PASSWORD :'password' CONNECTION LIMIT 80;
ALTER ROLE robotics_node SET idle_in_transaction_session_timeout = '5s';
ALTER ROLE robotics_node SET statement_timeout = '4s';
ALTER ROLE robotics_node SET lock_timeout = '3s';
REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO robotics_node;
SQL
