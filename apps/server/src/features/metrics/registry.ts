import { collectDefaultMetrics, Registry } from 'prom-client'
import type { ObserveRequest } from '../../doors/observe-requests.ts'
import { type MetricDefinition, metricList, type NodeParts } from './metric-list.ts'
import type { Figures } from './read-figures.ts'
import { countRequests, registerMetric } from './request-metrics.ts'

export type MetricRegistry = {
  readonly contentType: string
  readonly observeRequest: ObserveRequest
  /** Renders all metrics in the Prometheus text format. */
  render(source: NodeParts & Figures): Promise<string>
  stop(): void
}

/** Creates the metrics of this process. Node's and the process's own are measured from now on. */
export function createMetricRegistry(): MetricRegistry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  let source: (NodeParts & Figures) | undefined
  for (const [name, definition] of Object.entries<MetricDefinition>(metricList)) {
    const { read } = definition
    if (read) registerMetric(registry, name, definition, () => (source ? toValues(read(source)) : []))
  }
  const observeRequest = countRequests(registry)
  return {
    contentType: registry.contentType,
    observeRequest,
    render(current) {
      source = current
      return registry.metrics()
    },
    stop: () => registry.clear(),
  }
}

function toValues(samples: ReturnType<NonNullable<MetricDefinition['read']>>) {
  if (typeof samples === 'number') return [{ value: samples, labels: {} }]
  return (samples ?? []).map(([value, labels]) => ({ value, labels }))
}
