import { Trans } from '@lingui/react/macro'
import {
  IconCurrentLocationOff,
  IconMapPinCheck,
  IconMapPinOff,
  IconMapPinQuestion,
} from '@tabler/icons-react'
import { MockMark } from '../../ui/badges/mock-mark.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import type { TimelineReading } from './day-timeline.ts'
import { describeVerdict } from './day-words.ts'

export function ReadingMarks({ reading }: { reading: TimelineReading }) {
  const { inside, mock, poor, vague } = reading
  return (
    <>
      <Tag
        tone={vague ? 'caution' : inside ? 'inside' : 'quiet'}
        icon={vague ? IconMapPinQuestion : inside ? IconMapPinCheck : IconMapPinOff}
      >
        {describeVerdict(reading)}
      </Tag>
      {poor && !vague && (
        <Tag tone="caution" icon={IconCurrentLocationOff}>
          <Trans>Poor accuracy</Trans>
        </Tag>
      )}
      <MockMark mock={mock} />
    </>
  )
}
