import type { Metric, MetricValue, Registry } from 'prom-client'
import type { ObserveRequest } from '../../doors/observe-requests.ts'
import { metricList } from './metric-list.ts'

/** The answered requests of a route: by the hundreds of their status, by bucket of their duration, and the sum of durations. */
type RouteCounts = { readonly byStatus: number[]; readonly byBucket: number[]; seconds: number }

const { http_requests_total: requestList, http_request_duration_seconds: durationList } = metricList
const bounds = durationList.buckets

/** prom-client's own counter takes 2 µs a request, looking up labels anew: two per cent of a position check. */
export function countRequests(registry: Registry): ObserveRequest {
  const countsByRoute = new Map<string, RouteCounts>()
  const listValues = (toValues: (route: string, counts: RouteCounts) => MetricValue<string>[]) =>
    [...countsByRoute].flatMap(([route, counts]) => toValues(route, counts))
  registerMetric(registry, 'http_requests_total', requestList, () =>
    listValues((route, { byStatus }) =>
      byStatus.flatMap((value, hundreds) =>
        value === 0 ? [] : [{ value, labels: { route, status: `${hundreds}xx` } }],
      ),
    ),
  )
  registerMetric(registry, 'http_request_duration_seconds', durationList, () => listValues(listDurations))
  return (route, status, ms) => {
    let counts = countsByRoute.get(route)
    if (!counts) {
      counts = { byStatus: [0, 0, 0, 0, 0, 0], byBucket: [...bounds.map(() => 0), 0], seconds: 0 }
      countsByRoute.set(route, counts)
    }
    const seconds = ms / 1_000
    increment(counts.byStatus, Math.min(5, Math.floor(status / 100)))
    increment(counts.byBucket, findBucket(seconds))
    counts.seconds += seconds
  }
}

/** Registers a metric that is not of prom-client's own classes. The registry only uses these properties. */
export function registerMetric(
  registry: Registry,
  name: string,
  { type, help }: { readonly type: string; readonly help: string },
  listValues: () => MetricValue<string>[],
): void {
  const metric = { name, type, help, get: async () => ({ name, type, help, values: listValues() }) }
  registry.registerMetric(metric as unknown as Metric)
}

/** Lists the values of a histogram: its cumulated buckets, sum and count. */
function listDurations(route: string, { byBucket, seconds }: RouteCounts) {
  const name = 'http_request_duration_seconds'
  let count = 0
  const buckets = byBucket.map((inBucket, index) => {
    count += inBucket
    const le = bounds[index] ?? '+Inf'
    return { metricName: `${name}_bucket`, value: count, labels: { le, route } }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, value: seconds, labels: { route } },
    { metricName: `${name}_count`, value: count, labels: { route } },
  ]
}

function increment(counts: number[], index: number): void {
  counts[index] = (counts[index] ?? 0) + 1
}

/** Returns the index of the first bucket whose bound is not below the value. */
function findBucket(seconds: number): number {
  let index = 0
  for (const bound of bounds) {
    if (seconds <= bound) break
    index++
  }
  return index
}
