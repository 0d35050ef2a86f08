import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ClockJob } from '../../jobs/jobs.ts'
import type { FeedHub } from '../../live/hub.ts'
import type { Env } from '../../platform/env.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { fail } from '../../rpc/fail.ts'
import type { Presence } from '../presence/index.ts'
import type { NodeParts } from './metric-list.ts'
import { createFigureReader } from './read-figures.ts'
import { createMetricRegistry } from './registry.ts'
import { createTokenCheck, type MetricsPage, serveMetrics } from './serve-metrics.ts'

/** True if metrics are served. Otherwise nothing is measured. */
const areMetricsOn = ({ METRICS_PORT, METRICS_TOKEN }: Pick<Env, 'METRICS_PORT' | 'METRICS_TOKEN'>) =>
  METRICS_PORT !== undefined || METRICS_TOKEN !== undefined

type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics of this node. `render` answers within two seconds, whatever the database does. */
function createMetrics({ databaseUrl, env }: Pick<Platform, 'databaseUrl' | 'env'>) {
  const registry = createMetricRegistry()
  const figures = createFigureReader({ databaseUrl, dataDir: env.DATA_DIR })
  return {
    contentType: registry.contentType,
    observeRequest: registry.observeRequest,
    render: async (node: NodeParts) => registry.render({ ...node, ...(await figures.read()) }),
    async stop() {
      registry.stop()
      await figures.stop()
    },
  }
}

type Parts = {
  /** Undefined unless METRICS_PORT or METRICS_TOKEN is set. */
  readonly metrics: Metrics | undefined
  /** The listener of METRICS_PORT. */
  readonly metricsServer: { current?: Server }
}
type Services = Platform & {
  readonly hub: FeedHub
  readonly presence: Presence
  readonly jobs: readonly Pick<ClockJob, 'name'>[]
}

export const metricsFeature = {
  parts: (platform: Platform): Parts => ({
    metrics: areMetricsOn(platform.env) ? createMetrics(platform) : undefined,
    metricsServer: {},
  }),
  async start(services: Services & Parts) {
    const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = services.env
    const page = createPage(services)
    if (page && port !== undefined)
      services.metricsServer.current = await serveMetrics(page, { port, host, token })
  },
  doors(app: FastifyInstance, services: Services & Parts) {
    const { METRICS_PORT, METRICS_TOKEN } = services.env
    const page = createPage(services)
    if (!page || METRICS_PORT !== undefined || METRICS_TOKEN === undefined) return
    const mayRead = createTokenCheck(METRICS_TOKEN)
    app.get('/metrics', { helmet: false }, async (request, reply) => {
      if (!mayRead(request.headers.authorization)) throw fail('UNAUTHORIZED')
      return reply.type(page.contentType).send(await page.render())
    })
  },
  async stop({ metrics, metricsServer }: Parts) {
    metricsServer.current?.close()
    metricsServer.current?.closeAllConnections()
    await metrics?.stop()
  },
} satisfies Feature

function createPage(services: Services & Parts): MetricsPage | undefined {
  const { metrics, env, version, db, reader, hub, presence, jobs } = services
  if (!metrics) return undefined
  const node = {
    version,
    isEmbedded: env.DATABASE_URL === undefined,
    hasSmtp: env.SMTP_URL !== undefined,
    db,
    reader,
    hub,
    presence,
    jobNames: jobs.map(it => it.name),
  }
  return { contentType: metrics.contentType, render: () => metrics.render(node) }
}
