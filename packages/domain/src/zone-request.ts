/** `returned`: it waits for who asked. The last three are ends. */
export const zoneRequestStatuses = ['pending', 'returned', 'approved', 'refused', 'withdrawn'] as const
export type ZoneRequestStatus = (typeof zoneRequestStatuses)[number]

/** What those who approve may make of a pending request. */
export const zoneDecisions = ['approved', 'returned', 'refused'] as const
export type ZoneDecision = (typeof zoneDecisions)[number]

/** Whether something is still to be done about it: then its zone can be edited, and the request withdrawn. */
export const isOpenRequest = (status: ZoneRequestStatus) => status === 'pending' || status === 'returned'
