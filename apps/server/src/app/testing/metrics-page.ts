import { fileURLToPath } from 'node:url'
import { type MetricDefinition, metricList } from '../../features/metrics/metric-list.ts'

export const metricsPagePath = fileURLToPath(new URL('../../../../../docs/metrics.md', import.meta.url))

/** Generates the page about metrics from their definitions. */
export function renderMetricsPage(): string {
  const rows = Object.entries<MetricDefinition>(metricList).map(
    ([name, { type, help, labels = {}, of }]) =>
      `| \`${name}\` | ${type} | ${formatLabels(labels)} | ${of} | ${help} |`,
  )
  return `# Metrics

Generated from \`apps/server/src/features/metrics/metric-list.ts\` by \`npm run generate\`. Do not edit.

Muster serves its metrics at \`/metrics\` in Prometheus' text format, in one of two ways. If neither setting is used, there are no metrics
and nothing is measured.

- \`METRICS_PORT=9280\`: on a separate port, bound to \`METRICS_HOST\` (\`127.0.0.1\` unless set). Anybody who can reach the port can
  read them unless \`METRICS_TOKEN\` is set too.
- \`METRICS_TOKEN=…\` alone: on the port of the app, for programs that send \`authorization: Bearer …\` with this token.

\`\`\`yaml
# prometheus.yml
rule_files: [muster.rules.yml] # deploy/monitoring/muster.rules.yml
scrape_configs:
  - job_name: muster
    scrape_interval: 30s
    authorization: { credentials_file: /etc/prometheus/muster-token } # with METRICS_TOKEN
    static_configs: [{ targets: ['127.0.0.1:9280'] }] # every node
\`\`\`

\`deploy/monitoring/\` contains alert rules, each with advice on what to do, and a dashboard for Grafana
(\`muster-dashboard.json\`). \`npm run prove -- alerts\` checks with Prometheus' own tool that each fault fires its rule.

- A response takes less than two seconds. Figures from the database, the disk and the backups are read at most every ten seconds, with
  a timeout. \`muster_database_up 0\` means that the database did not answer. A metric that could not be read is missing, not 0.
- No label names a person, zone, organisation or address.
- Scope \`node\`: each node reports its own figure. Scope \`installation\`: every node reports the same figure, so use the \`max\` over
  the nodes.
- \`process_*\` and \`nodejs_*\` are the usual metrics of a Node.js program: memory, CPU, open files, \`nodejs_eventloop_lag_p99_seconds\`.
- \`muster_backup_*\` covers Muster's own backups, wherever they are stored, and those in \`DATA_DIR/backups\`. If you back up by other
  means, replace the rule \`MusterBackupTooOld\`.

| Metric | Type | Labels | Scope | Meaning |
|---|---|---|---|---|
${rows.join('\n')}

## The request log

\`REQUEST_LOG=1\` logs a line for each request: \`{"requestId":"7KQM-3FXD","method":"POST","route":"zones.enter","status":422,"ms":8.1,
"account":"…","address":"…","msg":"Request"}\`. \`route\` is a procedure or the template of a route. No path, query, body, token, name or
position is logged. \`account\` is an id and \`address\` the client's IP address. Both are personal data, so keep the log only as long
as needed.

The response header \`x-request-id\` contains the same id, as does every log line about an error in that request, even without
\`REQUEST_LOG\`. A screen with an unexpected error shows the id as "Reference 7KQM-3FXD": search the log for it. A trusted proxy
(\`TRUST_PROXY\`) may set the id with an \`x-request-id\` of 8 to 64 letters, digits, \`-\` and \`_\`, such as nginx's
\`$request_id\`.
`
}

const formatLabels = (labels: NonNullable<MetricDefinition['labels']>): string =>
  Object.entries(labels)
    .map(([name, values]) => `\`${name}\`: ${typeof values === 'string' ? values : values.join(', ')}`)
    .join('; ')
