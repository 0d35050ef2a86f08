import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { ObjectionState } from '@muster/domain/attendance.ts'
import type { BroadcastPriority } from '@muster/domain/broadcast.ts'
import type { HazardSeverity, HazardStatus } from '@muster/domain/hazard.ts'

type Labels<Value extends string> = Readonly<Record<Value, MessageDescriptor>>

export const severityLabels: Labels<HazardSeverity> = {
  low: msg`Low`,
  medium: msg`Medium`,
  high: msg`High`,
  critical: msg`Critical`,
}

export const statusLabels: Labels<HazardStatus> = {
  open: msg`Open`,
  in_progress: msg`In progress`,
  resolved: msg`Resolved`,
  closed: msg`Closed`,
}

export const priorityLabels: Labels<BroadcastPriority> = {
  low: msg`Low`,
  normal: msg`Normal`,
  high: msg`High`,
  urgent: msg`Urgent`,
}

export const objectionLabels: Labels<ObjectionState> = {
  open: msg`Open`,
  accepted: msg`Accepted`,
  declined: msg`Declined`,
  withdrawn: msg`Withdrawn`,
}
