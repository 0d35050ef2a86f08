import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

export const authFeature: Feature = {
  refetchAfterOwn: {
    'user.changed': [orpc.auth.me.key()],
    'two-step.changed': [orpc.auth.me.key()],
    'consent.changed': [orpc.auth.me.key()],
    // The zones of which the person is a captain.
    'captain.changed': [orpc.auth.me.key()],
    'membership.removed': [orpc.auth.me.key()],
    'session.started': [orpc.auth.devices.key()],
    'session.revoked': [orpc.auth.devices.key()],
  },
}
