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

Muster serves its metrics at \`/metrics\` in Prometheus' text format, in one of two ways. Without both settings there are no metrics,
and nothing is measured for them.

- \`METRICS_PORT=9280\`: at a port of its own, bound to \`METRICS_HOST\` (\`127.0.0.1\` unless set). Anybody who reaches the port can
  read them, unless \`METRICS_TOKEN\` is set too.
- \`METRICS_TOKEN=…\` alone: at the port of the app, to programs that send \`authorization: Bearer …\` with this token.

\`\`\`yaml
# prometheus.yml
rule_files: [muster.rules.yml] # deploy/monitoring/muster.rules.yml
scrape_configs:
  - job_name: muster
    scrape_interval: 30s
    authorization: { credentials_file: /etc/prometheus/muster-token } # with METRICS_TOKEN
    static_configs: [{ targets: ['127.0.0.1:9280'] }] # every node
\`\`\`

\`deploy/monitoring/\` holds the alert rules, with a sentence on what to do for each, and a dashboard for Grafana
(\`muster-dashboard.json\`). \`npm run prove -- alerts\` checks the rules with Prometheus' own tool: each fault fires its rule.

- An answer takes less than two seconds. What comes from the database, the disk and the backups is read at most every ten seconds,
  with a timeout; \`muster_database_up 0\` says that the database did not answer. A metric that could not be read is missing, not 0.
- No label names a person, zone, organisation or address.
- \`node\`: each node's own figure. \`installation\`: every node reports the same figure, so take the \`max\` over the nodes.
- \`process_*\` and \`nodejs_*\` are those of every Node.js program: memory, CPU, open files, \`nodejs_eventloop_lag_p99_seconds\`.
- \`muster_backup_*\` looks at \`DATA_DIR/backups\`. Where backups are taken elsewhere, replace the rule \`MusterBackupTooOld\` with
  one that watches them.

| Metric | Type | Labels | Scope | Meaning |
|---|---|---|---|---|
${rows.join('\n')}

## The request log

\`REQUEST_LOG=1\` logs a line for each request: \`{"requestId":"7KQM-3FXD","method":"POST","route":"zones.enter","status":422,"ms":8.1,
"account":"…","address":"…","msg":"Request"}\`. \`route\` is a procedure or the template of a route: no path, query, body, token, name or
position is logged. \`account\` is an id, and \`address\` the client's IP address; both are personal data, so keep the log no longer
than needed.

The answer's header \`x-request-id\` has the same id, and so has every line about an error in that request, also without
\`REQUEST_LOG\`. When a screen shows an unexpected error, it shows the id as "Reference 7KQM-3FXD": search the log for it. A trusted
proxy (\`TRUST_PROXY\`) may send an \`x-request-id\` of its own with 8 to 64 letters, digits, \`-\` and \`_\`, such as nginx's
\`$request_id\`, which then is the id.
`
}

const formatLabels = (labels: NonNullable<MetricDefinition['labels']>): string =>
  Object.entries(labels)
    .map(([name, values]) => `\`${name}\`: ${typeof values === 'string' ? values : values.join(', ')}`)
    .join('; ')
