import type { ReportKind } from '@muster/domain/report.ts'

export const kindLabels: Readonly<Record<ReportKind, string>> = {
  attendance: 'Attendance',
  presence: 'Presence over time',
  notifications: 'Notifications',
  broadcasts: 'Broadcasts',
}

/** The label of the search above the rows; undefined if the rows contain no words. */
export const searchLabels: Readonly<Record<ReportKind, string | undefined>> = {
  attendance: 'Search by name',
  presence: undefined,
  notifications: 'Search by title',
  broadcasts: 'Search by title',
}

const ofPeople = { person: 'Person', group: 'Group' }

/**
 * The meaning of the person and group filters: the server matches people who were there, who reported, or who sent and to which
 * group.
 */
export const subjectLabels: Readonly<Record<ReportKind, { person: string; group: string }>> = {
  attendance: ofPeople,
  presence: ofPeople,
  notifications: { person: 'Reported by', group: 'Group of the reporter' },
  broadcasts: { person: 'Sent by', group: 'Sent to group' },
}
