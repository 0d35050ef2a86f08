import { t } from '@lingui/core/macro'
import type { Zone } from '@muster/contract/zones.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { toFieldNumber } from '@muster/domain/zone-form.ts'
import { api, orpc } from '../../../lib/api.ts'
import { creationErrorText } from '../../../lib/error-text.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { notify } from '../../../ui/toast/notify.ts'
import { toWireShape } from './wire-shape.ts'
import type { ZoneFacts } from './zone-facts-fields.tsx'

/** Converts name, description and capacity to wire format: an empty capacity becomes null. */
export function toWireFacts({ name, description, maxCapacity }: ZoneFacts) {
  const capacity = toFieldNumber(maxCapacity)
  return {
    name: name.trim(),
    description: description.trim(),
    maxCapacity: Number.isNaN(capacity) ? null : Math.round(capacity),
  }
}

export type NewZone = ZoneFacts & {
  /** The id of this request, stored with the draft so that a retry after a lost response does not create a second zone. */
  requestId: string
  shape: ZoneShape
  organisationId: string | undefined
  note?: string
}

/** `failure`: the error text that the specification gives for this way of creating it. */
export function useCreateZone(failure: string, onCreated: () => void, onError: (error: Error) => void) {
  return useAct({
    call: ({ requestId, shape, organisationId, note, ...facts }: NewZone) =>
      api.zones.create({ requestId, organisationId, note, ...toWireFacts(facts), shape: toWireShape(shape) }),
    onDone: zone => {
      notifyCreated(zone)
      onCreated()
    },
    invalidatesUnlessLive: [orpc.zones.key(), orpc.zoneRequests.key()],
    onError,
    failed: error => creationErrorText(error, failure),
  })
}

/** Confirms a new zone and names the next step, or says that the zone is waiting for approval. */
function notifyCreated({ name, status }: Pick<Zone, 'name' | 'status'>): void {
  if (status === 'pending') {
    notify.success(t`Sent for approval`, t`${name} is waiting for approval.`, {
      next: t`You’ll be notified of the decision.`,
    })
    return
  }
  notify.success(t`Zone Created`, t`Zone created successfully`, {
    next: t`Add people to ${name} by their user code.`,
  })
}
