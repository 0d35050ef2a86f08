import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { ObserveRequest } from '../../doors/observe-requests.ts'
import { type MetricDefinition, type MetricName, metricList } from './metric-list.ts'
import { countRequests } from './request-metrics.ts'

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
  const observeRequest = countRequests(registry)
  return {
    contentType: registry.contentType,
    observeRequest,
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
