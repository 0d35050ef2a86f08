import { t } from '@lingui/core/macro'
import type { ReportKind } from '@muster/domain/report.ts'

export const kindLabels: Readonly<Record<ReportKind, string>> = {
  attendance: t`Attendance`,
  presence: t`Presence over time`,
  notifications: t`Hazards`,
  broadcasts: t`Broadcasts`,
}

/** The label of the search field above the rows; undefined if the rows contain no text. */
export const searchLabels: Readonly<Record<ReportKind, string | undefined>> = {
  attendance: t`Search by name`,
  presence: undefined,
  notifications: t`Search by title`,
  broadcasts: t`Search by title`,
}

const peopleLabels = { person: t`Person`, group: t`Group` }

/** They match the people present, the reporters, or the sender and the recipient group. */
export const subjectLabels: Readonly<Record<ReportKind, { person: string; group: string }>> = {
  attendance: peopleLabels,
  presence: peopleLabels,
  notifications: { person: t`Reported by`, group: t`Reporter’s group` },
  broadcasts: { person: t`Sent by`, group: t`Sent to group` },
}
