import { t } from '@lingui/core/macro'
import { Flex, Text } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { type ReactNode, useId } from 'react'
import { formatCapacity, formatCount } from '../../../lib/format-count.ts'
import { ZoneStatusBadge } from '../../../ui/badges/zone-status-badge.tsx'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { InsideParts } from '../../../ui/people/inside-parts.tsx'
import { InsideSplit } from '../../../ui/people/inside-split.tsx'
import { Day } from '../../../ui/time/day.tsx'

export function DetailBlock({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Flex component="section" direction="column" gap="xs" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Flex>
  )
}

type Props = { zone: Zone }

export function ZoneInformation({ zone }: Props) {
  const { currentOccupancy: inside, unseenOccupancy: unseen } = zone
  return (
    <DetailBlock title={t`Zone Information`}>
      <Facts>
        <Fact name={t`Status`}>
          <ZoneStatusBadge status={zone.status} />
        </Fact>
        {zone.organisation && (
          <Fact name={t`Organisation`} dir="auto">
            {zone.organisation}
          </Fact>
        )}

        <Fact name={t`Capacity`}>
          {formatCapacity(inside, zone.maxCapacity)}
          <InsideParts parts={zone.parts} /> <InsideSplit inside={inside} unseen={unseen} />
        </Fact>

        <Fact name={t`Created`}>
          <Day at={zone.createdAt} />
        </Fact>

        <Fact name={t`Description`}>
          <Description zone={zone} />
        </Fact>
      </Facts>
    </DetailBlock>
  )
}

export function ZoneCapacity({ zone }: Props) {
  const { maxCapacity, currentOccupancy: inside, unseenOccupancy: unseen } = zone
  return (
    <DetailBlock title={t`Capacity`}>
      <Facts>
        <Fact name={t`Current`}>
          {formatCount(inside)}
          <InsideParts parts={zone.parts} /> <InsideSplit inside={inside} unseen={unseen} />
        </Fact>

        <Fact name={t`Maximum`}>{maxCapacity === null ? t`Unlimited` : formatCount(maxCapacity)}</Fact>

        <Fact name={t`Available`}>
          {maxCapacity === null ? t`Unlimited` : formatCount(Math.max(0, maxCapacity - inside))}
        </Fact>
      </Facts>
    </DetailBlock>
  )
}

export function ZoneDates({ zone }: Props) {
  return (
    <DetailBlock title={t`Details`}>
      <Facts>
        <Fact name={t`Created`}>
          <Day at={zone.createdAt} />
        </Fact>

        <Fact name={t`Updated`}>
          <Day at={zone.updatedAt} />
        </Fact>
      </Facts>
    </DetailBlock>
  )
}

export function ZoneDescription({ zone }: Props) {
  return (
    <DetailBlock title={t`Description`}>
      <p>
        <Description zone={zone} />
      </p>
    </DetailBlock>
  )
}

const Description = ({ zone }: Props) =>
  zone.description ? (
    <span dir="auto">{zone.description}</span>
  ) : (
    <Text span inherit c="dimmed">
      {t`No description`}
    </Text>
  )
