export const zoneStatuses = ['active', 'pending', 'suspended'] as const
export type ZoneStatus = (typeof zoneStatuses)[number]

/** 'Active', and 'Suspended' for anything else, as the zone cards show it. */
export function zoneStatusLabel(status: ZoneStatus): string {
  return status === 'active' ? 'Active' : 'Suspended'
}
