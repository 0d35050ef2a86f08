import type { ZoneDecision, ZoneRequestStatus } from '@muster/domain/zone-request.ts'
import {
  type Icon,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconCornerUpLeft,
} from '@tabler/icons-react'
import type { Tone } from '../../ui/badges/tag.tsx'

export const requestLooks: Readonly<Record<ZoneRequestStatus, { label: string; tone: Tone; icon: Icon }>> = {
  pending: { label: 'Waiting for approval', tone: 'caution', icon: IconClock },
  returned: { label: 'Returned', tone: 'info', icon: IconCornerUpLeft },
  approved: { label: 'Approved', tone: 'good', icon: IconCircleCheck },
  refused: { label: 'Refused', tone: 'danger', icon: IconCircleX },
  withdrawn: { label: 'Withdrawn', tone: 'quiet', icon: IconArrowBackUp },
}

type Words = { title: string; act: string; acting: string; done: string; what: string; note: string }

export const decisionWords: Readonly<Record<ZoneDecision, Words>> = {
  approved: {
    title: 'Approve zone',
    act: 'Approve',
    acting: 'Approving…',
    done: 'Zone approved',
    what: 'The zone becomes active at once. The person who asked for it becomes its client admin.',
    note: 'Note (optional)',
  },
  returned: {
    title: 'Return request',
    act: 'Return',
    acting: 'Returning…',
    done: 'Request returned',
    what: 'The person who asked can edit the zone and send it again.',
    note: 'What should change?',
  },
  refused: {
    title: 'Refuse request',
    act: 'Refuse',
    acting: 'Refusing…',
    done: 'Request refused',
    what: 'The pending zone is deleted. The request stays with your reason.',
    note: 'Why is it refused?',
  },
}
