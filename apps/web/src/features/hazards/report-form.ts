import type { HazardSeverity } from '@muster/domain/hazard.ts'

export type ReportContent = {
  title: string
  description: string
  severity: HazardSeverity
}
export type ReportForm = ReportContent & {
  position: { lat: number; lng: number; accuracyMeters: number | null } | null
}
