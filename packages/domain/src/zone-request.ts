import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'

/** The states of a request. `returned` means that the requester has to act; the last three are final. */
export const zoneRequestStatuses = ['pending', 'returned', 'approved', 'refused', 'withdrawn'] as const
export type ZoneRequestStatus = (typeof zoneRequestStatuses)[number]

export const zoneDecisions = ['approved', 'returned', 'refused'] as const
export type ZoneDecision = (typeof zoneDecisions)[number]

/** Returns true while the request is open: its zone can be edited and the request withdrawn. */
export const isOpenRequest = (status: ZoneRequestStatus) => status === 'pending' || status === 'returned'

/** The note stored for a request that was refused because its zone was deleted. Screens and alerts show it in the reader's language. */
export const zoneDeletedNote = 'The zone was deleted.'

/** Returns the message of a note that the server wrote, or undefined for a note of a person. */
export const findDecisionNote = (note: string): MessageDescriptor | undefined =>
  note === zoneDeletedNote ? msg`The zone was deleted.` : undefined
