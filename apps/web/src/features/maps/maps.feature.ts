import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

const mapQueries = [orpc.maps.base.key(), orpc.maps.settings.key()]

export const mapsFeature: Feature = {
  refetchAfter: { 'map.changed': mapQueries },
  live: [{ topicKeys: ({ kind }) => (kind === 'everyone' ? mapQueries : []) }],
}
