/** The states of a request. `returned` means that the requester has to act; the last three are final. */
export const zoneRequestStatuses = ['pending', 'returned', 'approved', 'refused', 'withdrawn'] as const
export type ZoneRequestStatus = (typeof zoneRequestStatuses)[number]

/** The possible decisions on a pending request. */
export const zoneDecisions = ['approved', 'returned', 'refused'] as const
export type ZoneDecision = (typeof zoneDecisions)[number]

/** Returns true while the request is open: its zone can be edited and the request withdrawn. */
export const isOpenRequest = (status: ZoneRequestStatus) => status === 'pending' || status === 'returned'
