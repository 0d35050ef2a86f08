import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { countRequests } from './request-metrics.ts'

test('requests are counted by route, status and duration, as a histogram has them', async () => {
  const registry = new Registry()
  const observe = countRequests(registry)
  observe('zones.mine', 200, 5)
  observe('zones.mine', 204, 6)
  observe('zones.mine', 503, 60_000)
  observe('/files/*', 404, 1)
  const lines = (await registry.metrics()).split('\n')
  expect(lines.filter(it => it.startsWith('# TYPE'))).toEqual([
    '# TYPE http_requests_total counter',
    '# TYPE http_request_duration_seconds histogram',
  ])
  expect(lines.filter(it => it.includes('zones.mine'))).toEqual([
    'http_requests_total{route="zones.mine",status="2xx"} 2',
    'http_requests_total{route="zones.mine",status="5xx"} 1',
    'http_request_duration_seconds_bucket{le="0.005",route="zones.mine"} 1',
    'http_request_duration_seconds_bucket{le="0.02",route="zones.mine"} 2',
    'http_request_duration_seconds_bucket{le="0.1",route="zones.mine"} 2',
    'http_request_duration_seconds_bucket{le="0.5",route="zones.mine"} 2',
    'http_request_duration_seconds_bucket{le="2",route="zones.mine"} 2',
    'http_request_duration_seconds_bucket{le="10",route="zones.mine"} 2',
    'http_request_duration_seconds_bucket{le="+Inf",route="zones.mine"} 3',
    'http_request_duration_seconds_sum{route="zones.mine"} 60.011',
    'http_request_duration_seconds_count{route="zones.mine"} 3',
  ])
  expect(lines).toContain('http_requests_total{route="/files/*",status="4xx"} 1')
})
