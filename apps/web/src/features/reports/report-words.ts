import type { ReportKind } from '@muster/domain/report.ts'

export const kindLabels: Readonly<Record<ReportKind, string>> = {
  attendance: 'Attendance',
  presence: 'Presence over time',
  notifications: 'Notifications',
  broadcasts: 'Broadcasts',
}

/** What the search above the rows finds; undefined where rows have no words to search. */
export const searchLabels: Readonly<Record<ReportKind, string | undefined>> = {
  attendance: 'Search by name',
  presence: undefined,
  notifications: 'Search by title',
  broadcasts: 'Search by title',
}

const ofPeople = { person: 'Person', group: 'Group' }

/** What the filters of people mean: the server takes those who were there, who reported, or who sent and to which group. */
export const subjectLabels: Readonly<Record<ReportKind, { person: string; group: string }>> = {
  attendance: ofPeople,
  presence: ofPeople,
  notifications: { person: 'Reported by', group: 'Group of the reporter' },
  broadcasts: { person: 'Sent by', group: 'Sent to group' },
}
