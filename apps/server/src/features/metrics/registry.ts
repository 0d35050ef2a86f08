import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ObserveRequest } from '../../doors/observe-requests.ts'
import { type MetricDefinition, type MetricName, metricList } from './metric-list.ts'

/** The current value of a metric, with its labels. */
export type Sample = readonly [
  name: Exclude<MetricName, 'http_requests_total' | 'http_request_duration_seconds'>,
  value: number,
  labels?: Readonly<Record<string, string>>,
]

export type MetricRegistry = {
  readonly contentType: string
  readonly observeRequest: ObserveRequest
  /** Renders all metrics in Prometheus' text format, with these samples as the only ones of their metrics. */
  render(samples: readonly Sample[]): Promise<string>
  stop(): void
}

/** Creates the metrics of this process. Node's and the process's own are measured from now on. */
export function createMetricRegistry(): MetricRegistry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const sampled = new Map<string, Gauge | Counter>()
  for (const [name, definition] of Object.entries(metricList) as [MetricName, MetricDefinition][])
    if (!name.startsWith('http_')) sampled.set(name, createSampled(registry, name, definition))
  const { http_requests_total: requestList, http_request_duration_seconds: durationList } = metricList
  const requests = new Counter({
    name: 'http_requests_total',
    help: requestList.help,
    labelNames: ['route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: durationList.help,
    labelNames: ['route'],
    buckets: [...durationList.buckets],
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    observeRequest(route, status, ms) {
      requests.inc({ route, status: `${Math.floor(status / 100)}xx` })
      durations.observe({ route }, ms / 1_000)
    },
    render(samples) {
      // A metric without a current value, such as that of a removed job or an unreadable part, must not keep its last one. After a
      // reset, a metric without labels would be 0.
      for (const metric of sampled.values()) {
        metric.reset()
        metric.remove({})
      }
      for (const [name, value, labels = {}] of samples) {
        const metric = sampled.get(name)
        if (metric instanceof Counter) metric.inc(labels, value)
        else metric?.set(labels, value)
      }
      return registry.metrics()
    },
    stop: () => registry.clear(),
  }
}

function createSampled(registry: Registry, name: string, { type, help, labels = {} }: MetricDefinition) {
  const options = { name, help, labelNames: Object.keys(labels), registers: [registry] }
  return type === 'counter' ? new Counter(options) : new Gauge(options)
}
