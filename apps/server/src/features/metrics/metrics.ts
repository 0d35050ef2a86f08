import type { Env } from '../../platform/env.ts'
import type { Platform } from '../../platform/platform.ts'
import { collectSamples, type NodeParts } from './collect-samples.ts'
import { createFigureReader } from './read-figures.ts'
import { createMetricRegistry } from './registry.ts'

/** True if metrics are served. Otherwise nothing is measured. */
export const areMetricsOn = ({ METRICS_PORT, METRICS_TOKEN }: Pick<Env, 'METRICS_PORT' | 'METRICS_TOKEN'>) =>
  METRICS_PORT !== undefined || METRICS_TOKEN !== undefined

export type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics of this node. `render` answers within two seconds, whatever the database does. */
export function createMetrics({ databaseUrl, env }: Pick<Platform, 'databaseUrl' | 'env'>) {
  const registry = createMetricRegistry()
  const figures = createFigureReader({ databaseUrl, dataDir: env.DATA_DIR })
  return {
    contentType: registry.contentType,
    observeRequest: registry.observeRequest,
    render: async (node: NodeParts) => registry.render(collectSamples(node, await figures.read())),
    async stop() {
      registry.stop()
      await figures.stop()
    },
  }
}
