import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { EmergencyClaim, InsideWith, RollPerson } from '@muster/contract/roll-person.ts'
import type { RollReason } from '@muster/domain/emergency.ts'
import { IconAlertTriangle, IconUsersGroup } from '@tabler/icons-react'
import { Fragment, type ReactNode, useContext } from 'react'
import { formatRadius } from '../../lib/format-accuracy.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ClockContext } from '../../ui/time/clock-context.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { needsLabel } from './captains/captain-words.ts'
import {
  answerText,
  callLabels,
  claimLabel,
  claimText,
  insideWithText,
  reasonLabels,
} from './emergency-words.ts'

type WhyProps = Pick<RollPerson, 'why' | 'zoneName' | 'seenAt' | 'accuracyMeters'> &
  Partial<Pick<RollPerson, 'insideSince' | 'badgeOut'>> & {
    /** The last known position, if it is shown too: `SeenOnList` then says when the person was seen. */
    position?: { at: string } | null | undefined
  }

export function WhyListed(person: WhyProps) {
  const { why, zoneName, insideSince = null, seenAt, accuracyMeters, badgeOut, position } = person
  const entered = findEntry(person)
  const isSeen = entered === null && (!position || (seenAt !== null && seenAt > position.at))
  return (
    <Text c="dimmed">
      {joinParts([
        reasonLabels[why],
        zoneName !== null && <Name>{zoneName}</Name>,
        insideSince !== null && entered === null && <RelativeTime at={insideSince} form="since" />,
        entered !== null && <EnteredAt why={why} at={entered} />,
        isSeen && (
          <>
            <LastSeen at={seenAt} />
            {accuracyMeters !== null && ` (${formatRadius(accuracyMeters)})`}
          </>
        ),
        badgeOut && <BadgeOut {...badgeOut} />,
      ])}
    </Text>
  )
}

const LastSeen = ({ at }: { at: string | null }) =>
  at === null ? (
    t`no position`
  ) : (
    <Trans>
      last seen <RelativeTime at={at} />
    </Trans>
  )

/** Puts a dot between the parts that there are. */
const joinParts = (parts: readonly ReactNode[]) =>
  parts.filter(Boolean).map((part, index) => (
    // The parts of a line have no other key, and no state.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>
      {index > 0 && ' · '}
      {part}
    </Fragment>
  ))

/** When a visitor signed in or a badge came in, which is not when somebody saw the person; null for everybody else. */
const findEntry = ({
  why,
  insideSince = null,
  seenAt,
}: Pick<WhyProps, 'why' | 'insideSince' | 'seenAt'>): string | null =>
  why === 'visitor' ? (insideSince ?? seenAt) : why === 'badge' ? (seenAt ?? insideSince) : null

const EnteredAt = ({ why, at }: { why: RollReason; at: string }) =>
  why === 'visitor' ? (
    <Trans>
      Signed in <RelativeTime at={at} form="clock" />
    </Trans>
  ) : (
    <Trans>
      Badge in <RelativeTime at={at} form="clock" />
    </Trans>
  )

type LineProps = {
  person: RollPerson
  position: { at: string } | undefined
  /** True if the people are of several zones, so that each names theirs. */
  hasZones: boolean
  /** A mark that this device has not sent yet. */
  waiting?: Pick<EmergencyClaim, 'state' | 'words'> | undefined
}

/** The most important first because the end may be cut off: what was said and is needed, why they count, when they were seen last. */
export function WhyLine({ person, position, hasZones, waiting }: LineProps) {
  const { state, needs, claims, why, zoneName, seenOutsideAt, badgeOut, note, answer, callState } = person
  const clock = useContext(ClockContext)
  const [lastClaim] = claims
  const saysWhy = state === 'missing' || state === 'help' || !lastClaim
  const entered = findEntry(person)
  const lastSeenAt = [person.lastSeenAt, position?.at].filter(it => it != null).sort()
  return joinParts([
    waiting && (
      <strong>{`${claimLabel(waiting)} · ${t`Not sent yet. It will be sent when you’re back online.`}`}</strong>
    ),
    needs !== '' && (
      <strong dir="auto">
        {needsLabel} {needs}
      </strong>
    ),
    answer && lastClaim?.state !== 'neutral' && <strong dir="auto">{answerText(answer, clock)}</strong>,
    lastClaim && <strong dir="auto">{claimText(lastClaim, clock)}</strong>,
    person.uncountedReason && <span dir="auto">{person.uncountedReason}</span>,
    seenOutsideAt && <SeenOutside at={seenOutsideAt} />,
    badgeOut && <BadgeOut {...badgeOut} />,
    saysWhy && (entered === null || why === 'visitor') && reasonLabels[why],
    saysWhy &&
      (entered === null ? <LastSeen at={lastSeenAt.at(-1) ?? null} /> : <EnteredAt why={why} at={entered} />),
    callState && callLabels[callState],
    hasZones && zoneName !== null && <Name>{zoneName}</Name>,
    note && <span dir="auto">{note}</span>,
  ])
}

type SeenProps = {
  person: Pick<WhyProps, 'why' | 'insideSince' | 'seenAt' | 'accuracyMeters'>
  position: { at: string } | null | undefined
}

/** The reading with which the person came onto the list, below a last known position that is newer. Nothing if they are the same. */
export function SeenOnList({ person, position }: SeenProps) {
  const { seenAt, accuracyMeters, why } = person
  if (!position || seenAt === null || findEntry(person) !== null || seenAt >= position.at) return null
  return (
    <Text c="dimmed">
      {why === 'came_later' ? (
        <Trans>
          Before, on arrival: seen <RelativeTime at={seenAt} />
        </Trans>
      ) : (
        <Trans>
          Before, at the call: seen <RelativeTime at={seenAt} />
        </Trans>
      )}
      {accuracyMeters !== null && ` (${formatRadius(accuracyMeters)})`}
    </Text>
  )
}

/** Says that the person was seen outside since, and shows company and host of a visitor. */
export const PersonNotes = ({ seenOutsideAt, note }: Pick<RollPerson, 'seenOutsideAt' | 'note'>) => (
  <>
    {seenOutsideAt && (
      <Text>
        <SeenOutside at={seenOutsideAt} />
      </Text>
    )}
    {note && <Text dir="auto">{note}</Text>}
  </>
)

export const InsideWithTag = ({ insideWith }: { insideWith: InsideWith }) => (
  <Tag tone="caution" icon={IconUsersGroup}>
    {insideWithText(insideWith, useContext(ClockContext))}
  </Tag>
)

/** Marks a person about whom different people said different things. */
export const TwoAnswersTag = () => (
  <Tag tone="caution" icon={IconAlertTriangle}>
    {t`Two answers`}
  </Tag>
)

export function ClaimLines({ claims }: { claims: readonly EmergencyClaim[] }) {
  const clock = useContext(ClockContext)
  return claims.map(claim => (
    <Text
      key={`${claim.at} ${claim.by} ${claim.state}`}
      dir="auto"
      {...(claim.state === 'neutral' && { fw: 600 })}
    >
      {claimText(claim, clock)}
    </Text>
  ))
}

/** The person was seen outside all zones of the emergency since they are missing. */
function SeenOutside({ at }: { at: string }) {
  return (
    <strong>
      <Trans>
        Seen outside at <RelativeTime at={at} form="clock" />
      </Trans>
    </strong>
  )
}

/** The person's badge went out since the declaration, which says where they left and not where they are. */
function BadgeOut({ at, reader }: NonNullable<RollPerson['badgeOut']>) {
  return (
    <strong>
      <Trans>
        Badge out at <RelativeTime at={at} form="clock" />
      </Trans>
      {reader !== '' && (
        <>
          {', '}
          <Name>{reader}</Name>
        </>
      )}
    </strong>
  )
}
