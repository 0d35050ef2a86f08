import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

const organisationQueries = [orpc.organisations.key(), orpc.zoneRequests.key()]

export const organisationsFeature: Feature = {
  refetchAfter: {
    'organisation.changed': organisationQueries,
    'zone_request.changed': [orpc.zoneRequests.key()],
  },
  live: [
    {
      // The events are sent only to the people concerned, on their own topics, and to internal admins.
      topicKeys: (topic, me) =>
        topic.kind === 'admin' || (topic.kind === 'user' && topic.id === me) ? organisationQueries : [],
    },
  ],
}
