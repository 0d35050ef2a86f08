/** How bad a hazard is, mildest first. */
export const hazardSeverities = ['low', 'medium', 'high', 'critical'] as const
export type HazardSeverity = (typeof hazardSeverities)[number]
export const defaultHazardSeverity: HazardSeverity = 'medium'

/** The life of a hazard, in its usual order. */
export const hazardStatuses = ['open', 'in_progress', 'resolved', 'closed'] as const
export type HazardStatus = (typeof hazardStatuses)[number]
/** Every hazard is created with this status. */
export const initialHazardStatus: HazardStatus = 'open'

/** Badge colours; the word always stands in the badge too. */
export const hazardSeverityColors = {
  low: 'gray',
  medium: 'blue',
  high: 'orange',
  critical: 'red',
} as const satisfies Record<HazardSeverity, string>
