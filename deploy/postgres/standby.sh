#!/bin/sh
# Copies the primary on the first start, and follows it from then on. Runs as the account postgres.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # An interrupted copy leaves nothing that looks like a database.
  rm -rf "$PGDATA.copy"
  mkdir -p "$(dirname "$PGDATA")"
  PGPASSWORD="$(cat "$REPLICATION_PASSWORD_FILE")" pg_basebackup --pgdata="$PGDATA.copy" --slot=standby --checkpoint=fast \
    --write-recovery-conf --dbname="host=${PRIMARY_HOST:-database} port=${PRIMARY_PORT:-5432} user=replicator application_name=standby"
  # Comes with the copy: once promoted, this server would wait for a standby of its own.
  echo "synchronous_standby_names = ''" >> "$PGDATA.copy/postgresql.auto.conf"
  rmdir "$PGDATA" 2>/dev/null || true
  mv "$PGDATA.copy" "$PGDATA"
fi
exec postgres -D "$PGDATA" "$@"
