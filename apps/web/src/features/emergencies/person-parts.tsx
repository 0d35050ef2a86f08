import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { EmergencyClaim, EmergencyPerson, InsideWith } from '@muster/contract/emergencies.ts'
import type { RollReason } from '@muster/domain/emergency.ts'
import { IconAlertTriangle, IconUsersGroup } from '@tabler/icons-react'
import { Tag } from '../../ui/badges/tag.tsx'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { claimText, insideWithText, reasonLabels } from './emergency-words.ts'
import { BadgeOut, SeenOutside } from './seen-since.tsx'

type WhyProps = {
  why: RollReason
  zoneName: string | null
  insideSince?: string | null
  seenAt: string | null
  accuracyMeters: number | null
  badgeOut?: EmergencyPerson['badgeOut']
  /** True to leave out when the person was seen, because the last known position says the same. */
  hidesSeen?: boolean
}

/** Why a person counts, where, and how sure that is: the age and accuracy of the last reading. */
export function WhyListed(person: WhyProps) {
  const { why, zoneName, insideSince = null, seenAt, accuracyMeters, badgeOut, hidesSeen = false } = person
  const accuracy = accuracyMeters === null ? null : Math.round(accuracyMeters)
  return (
    <Text size="sm" c="dimmed">
      {reasonLabels[why]}
      {zoneName !== null && (
        <>
          {' · '}
          <Name>{zoneName}</Name>
        </>
      )}
      {insideSince !== null && (
        <>
          {' · '}
          <RelativeTime at={insideSince} form="since" />
        </>
      )}
      {!hidesSeen && (
        <>
          {' · '}
          {seenAt === null ? (
            t`no position`
          ) : (
            <Trans>
              last seen <RelativeTime at={seenAt} />
            </Trans>
          )}
          {accuracy !== null && ` (±${accuracy} m)`}
        </>
      )}
      {badgeOut && (
        <>
          {' · '}
          <BadgeOut {...badgeOut} />
        </>
      )}
    </Text>
  )
}

type NotesProps = {
  seenOutsideAt: string | null
  /** Company and host of a visitor. */
  note?: string | undefined
}

/** That the person was seen outside since, and who a visitor is. */
export const PersonNotes = ({ seenOutsideAt, note }: NotesProps) => (
  <>
    {seenOutsideAt !== null && <SeenOutside at={seenOutsideAt} />}
    {note && (
      <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {note}
      </Text>
    )}
  </>
)

/** That the person was sent back in, and when somebody last heard that they are well. */
export const InsideWithTag = ({ insideWith }: { insideWith: InsideWith }) => (
  <Tag tone="caution" icon={IconUsersGroup}>
    {insideWithText(insideWith)}
  </Tag>
)

/** Stands beside whoever different people said different things about. */
export const TwoAnswersTag = () => (
  <Tag tone="caution" icon={IconAlertTriangle}>
    <Trans>Two answers</Trans>
  </Tag>
)

/** What was said about a person, newest first. */
export const ClaimLines = ({ claims }: { claims: readonly EmergencyClaim[] }) =>
  claims.map(claim => (
    <Text
      key={`${claim.at} ${claim.by} ${claim.state}`}
      size="sm"
      dir="auto"
      style={{ overflowWrap: 'anywhere' }}
      {...(claim.state === 'neutral' && { fw: 600 })}
    >
      {claimText(claim)}
    </Text>
  ))
