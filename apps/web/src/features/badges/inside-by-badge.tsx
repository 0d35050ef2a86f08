import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Avatar, Box, Group, Text } from '@mantine/core'
import type { InsideByBadge as Person } from '@muster/contract/badges.ts'
import { IconId } from '@tabler/icons-react'
import { Tag } from '../../ui/badges/tag.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { CallLink } from '../../ui/people/call-link.tsx'
import { Name } from '../../ui/people/name.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { WarningWords } from '../../ui/people/warning-words.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { badgeHolderName } from './badge-words.ts'

type Props = {
  people: readonly Person[]
  /** True for people whose badge came in so long ago that they were probably not seen going out. */
  stale?: boolean
}

/** People who are inside by badge and not by phone, each with the reader and the time. Renders nothing if there are none. */
export function InsideByBadge({ people, stale = false }: Props) {
  if (people.length === 0) return null
  return (
    <Rows framed aria-label={stale ? t`By badge, not seen lately` : t`By badge`}>
      {people.map(it => (
        <Row key={it.number} person={it} stale={stale} />
      ))}
    </Rows>
  )
}

function Row({ person, stale }: { person: Person; stale: boolean }) {
  const { number, company, phone } = person
  const name = badgeHolderName(person)
  const detail = (
    <>
      <Tag icon={IconId}>{t`By badge`}</Tag>
      <Provenance person={person} stale={stale} />
      {company !== '' && <span dir="auto">{company}</span>}
      {person.name !== null && <span>{number}</span>}
    </>
  )
  return (
    <li>
      <Box flex="1 1 180px" miw={0}>
        {person.name === null ? (
          // A number has no initials.
          <Group wrap="nowrap" gap="sm">
            <Avatar aria-hidden>
              <IconId size="1.25rem" />
            </Avatar>
            <Box miw={0}>
              <Text fw={600}>
                <Name>{name}</Name>
              </Text>
              <Group gap="2px 8px" fz="xs" c="dimmed">
                {detail}
              </Group>
            </Box>
          </Group>
        ) : (
          <PersonChip name={name} detail={detail} />
        )}
      </Box>
      <CallLink name={name} phone={phone} size={44} />
    </li>
  )
}

/** The reader and the time: "Gate 2 · since 08:02". */
function Provenance({ person: { reader, since }, stale }: { person: Person; stale: boolean }) {
  return (
    <span>
      {reader !== '' && (
        <>
          <span dir="auto">{reader}</span>
          {' · '}
        </>
      )}
      {stale ? (
        <WarningWords>
          <Trans>
            Came in <RelativeTime at={since} form="clock" />, not seen since
          </Trans>
        </WarningWords>
      ) : (
        <RelativeTime at={since} form="since" />
      )}
    </span>
  )
}
