#!/bin/sh
# The image runs this once, in the empty primary: the account and the slot of the standby. Executable, or it would be sourced.
set -e
psql --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=password="$(cat "$REPLICATION_PASSWORD_FILE")" <<'SQL'
create role replicator login replication password :'password';
select pg_create_physical_replication_slot('standby');
-- A standby that stays away for long has to be made anew, instead of filling the primary's disk.
alter system set max_slot_wal_keep_size = '20GB';
-- Takes effect when the image starts the server for good: from then on a write is acknowledged once the standby has it too.
alter system set synchronous_standby_names = 'standby';
SQL
echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
