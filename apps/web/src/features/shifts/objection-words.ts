import { t } from '@lingui/core/macro'
import type { ObjectionState } from '@muster/domain/attendance.ts'

export const objectionStateLabels: Readonly<Record<ObjectionState, string>> = {
  open: t`Waiting for an answer`,
  accepted: t`Accepted`,
  declined: t`Declined`,
  withdrawn: t`Withdrawn`,
}
