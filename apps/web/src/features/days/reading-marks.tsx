import { IconCurrentLocationOff, IconMapPinCheck, IconMapPinOff } from '@tabler/icons-react'
import { MadeUpMark } from '../../ui/badges/made-up-mark.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import type { ToldReading } from './tell-day.ts'

/** Inside or outside, and what makes the reading weaker evidence. */
export function ReadingMarks({ reading: { inside, mock, poor } }: { reading: ToldReading }) {
  return (
    <>
      <Tag tone={inside ? 'inside' : 'quiet'} icon={inside ? IconMapPinCheck : IconMapPinOff}>
        {inside ? 'Inside' : 'Outside'}
      </Tag>
      {poor && (
        <Tag tone="caution" icon={IconCurrentLocationOff}>
          Poor accuracy
        </Tag>
      )}
      <MadeUpMark mock={mock} />
    </>
  )
}
