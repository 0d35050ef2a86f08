import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { findDecisionNote, type ZoneDecision, type ZoneRequestStatus } from '@muster/domain/zone-request.ts'
import {
  type Icon,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconCornerUpLeft,
} from '@tabler/icons-react'
import type { Tone } from '../../ui/badges/tag.tsx'

export const requestStyles: Readonly<Record<ZoneRequestStatus, { label: string; tone: Tone; icon: Icon }>> = {
  pending: { label: t`Waiting for approval`, tone: 'caution', icon: IconClock },
  returned: { label: t`Returned`, tone: 'info', icon: IconCornerUpLeft },
  approved: { label: t`Approved`, tone: 'good', icon: IconCircleCheck },
  refused: { label: t`Rejected`, tone: 'danger', icon: IconCircleX },
  withdrawn: { label: t`Withdrawn`, tone: 'quiet', icon: IconArrowBackUp },
}

type DecisionTexts = {
  title: string
  act: string
  acting: string
  done: string
  effect: string
  note: string
}

export const decisionTexts: Readonly<Record<ZoneDecision, DecisionTexts>> = {
  approved: {
    title: t`Approve zone`,
    act: t`Approve`,
    acting: t`Approving…`,
    done: t`Zone approved`,
    effect: t`The zone becomes active immediately, and the person who requested it becomes its client admin.`,
    note: t`Note (optional)`,
  },
  returned: {
    title: t`Return request`,
    act: t({ message: 'Return', context: 'send a request back' }),
    acting: t`Returning…`,
    done: t`Request returned`,
    effect: t`The person who requested it can edit the zone and send it again.`,
    note: t`What should change?`,
  },
  refused: {
    title: t`Reject request`,
    act: t`Reject`,
    acting: t`Rejecting…`,
    done: t`Request rejected`,
    effect: t`The pending zone will be deleted. The request stays, with your reason.`,
    note: t`Reason for rejection`,
  },
}

/** Returns the note of a decision. A note that the server wrote is translated. */
export function decisionNoteText(note: string): string {
  const message = findDecisionNote(note)
  return message ? i18n._(message) : note
}
