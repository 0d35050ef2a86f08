/** Notices about oneself, in all zones. */
export const ownNoticeKinds = ['forgotten_check_out', 'shift_begins', 'shift_ends'] as const
export type OwnNoticeKind = (typeof ownNoticeKinds)[number]

/** Notices about a zone, for people who may see who is inside it. `people` reports the entries and exits of chosen people. */
export const zoneNoticeKinds = ['people', 'zone_empty', 'zone_above', 'zone_full', 'absent'] as const
export type ZoneNoticeKind = (typeof zoneNoticeKinds)[number]

export const noticeKinds = [...ownNoticeKinds, ...zoneNoticeKinds] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The minutes offered and used for a person's own notices, before or after the planned time. */
export const ownNoticeMinutes: Readonly<
  Record<OwnNoticeKind, { least: number; most: number; usual: number }>
> = {
  forgotten_check_out: { least: 5, most: 240, usual: 30 },
  shift_begins: { least: 5, most: 120, usual: 30 },
  shift_ends: { least: 5, most: 120, usual: 10 },
}

/** Time (hours) inside without a planned shift after which the check-out counts as forgotten. */
export const longVisitHours = 14
