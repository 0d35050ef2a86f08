import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { toFieldNumber } from '@muster/domain/zone-form.ts'
import { api, orpc } from '../../../lib/api.ts'
import { creationErrorText } from '../../../lib/error-text.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { notifyCreated } from './notify-created.ts'
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
