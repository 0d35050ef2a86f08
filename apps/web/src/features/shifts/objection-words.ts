import type { ObjectionState } from '@muster/domain/attendance.ts'

export const objectionStateWords: Readonly<Record<ObjectionState, string>> = {
  open: 'Waits for an answer',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}
