import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { EmergencyDetail, EmergencyLeaver } from '@muster/contract/emergencies.ts'
import { callsPeopleInside } from '@muster/domain/emergency.ts'
import { IconChevronDown, IconChevronUp, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useContext, useId, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { usePages } from '../../lib/use-pages.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Name } from '../../ui/people/name.tsx'
import { WarningWords } from '../../ui/people/warning-words.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ClockContext } from '../../ui/time/clock-context.ts'
import { leaverName } from './report-lines.ts'
import { RollPersonCard } from './roll-person-card.tsx'
import rowClasses from './roll-row.module.css'
import { RollRow } from './roll-row.tsx'

type Props = { emergency: EmergencyDetail }

/** The people who stand apart from the numbers of the board: those who do not count, and those who left before. */
export function PeopleApart({ emergency }: Props) {
  const { uncounted, leftBefore } = emergency
  return (
    <>
      {uncounted > 0 && (
        <Disclosure title={t`${plural(uncounted, { other: 'Not counted: #' })}`}>
          <UncountedList emergency={emergency} />
        </Disclosure>
      )}
      {leftBefore > 0 && (
        <Disclosure title={t`${plural(leftBefore, { other: 'Left before: #' })}`}>
          <LeaverList emergency={emergency} />
        </Disclosure>
      )}
      {!callsPeopleInside(emergency.kind) && (
        <Text c="dimmed">
          <Trans>
            Who left before is not listed: members are called wherever they are, and visitors and badges only
            if they are inside.
          </Trans>
        </Text>
      )}
    </>
  )
}

/** A section that loads its content when it is opened. */
function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const contentId = useId()
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <section aria-label={title}>
      <Stack gap="sm">
        <Button
          variant="default"
          justify="space-between"
          mih={44}
          fullWidth
          rightSection={<Chevron size="1.25rem" aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {title}
        </Button>
        <div id={contentId}>{isOpen && children}</div>
      </Stack>
    </section>
  )
}

function UncountedList({ emergency }: Props) {
  const list = usePages(orpc.emergencies.people, { emergencyId: emergency.id, listed: 'uncounted' as const })
  return (
    <div className={rowClasses.frame}>
      <List
        list={list}
        total={emergency.uncounted}
        label={t`Not counted`}
        getKey={it => it.id}
        estimate={44}
        gap={0}
        minColumn={1_000}
        failure={t`Failed to load the list`}
        filters={undefined}
        emptyTexts={[t`Nobody`]}
        empty={<EmptyState icon={IconUsers} title={t`Nobody`} text={t`Everybody on the list counts.`} />}
      >
        {person => <RollRow person={person} emergency={emergency} />}
      </List>
    </div>
  )
}

function LeaverList({ emergency }: Props) {
  const list = usePages(orpc.emergencies.leftBefore, { emergencyId: emergency.id })
  return (
    <List
      list={list}
      total={emergency.leftBefore}
      label={t`Left before`}
      getKey={it => it.id}
      estimate={68}
      minColumn={1_000}
      failure={t`Failed to load the list`}
      filters={undefined}
      emptyTexts={[t`Nobody`]}
      empty={<EmptyState icon={IconUsers} title={t`Nobody`} text={t`Nobody left shortly before.`} />}
    >
      {leaver => <LeaverRow leaver={leaver} />}
    </List>
  )
}

function LeaverRow({ leaver }: { leaver: EmergencyLeaver }) {
  const { zoneName, leftAt, leftBy, note } = leaver
  const clock = useContext(ClockContext).formatClock(new Date(leftAt), new Date())
  return (
    <RollPersonCard person={leaver} name={leaverName(leaver)} nowrap>
      <Group gap="2px 8px" fz="sm" c="dimmed">
        {leftBy === 'day_end' ? (
          <WarningWords>
            <Trans>
              Not signed out. The visit to <Name>{zoneName}</Name> ended with the day, at {clock}
            </Trans>
          </WarningWords>
        ) : (
          <span>
            <Trans>
              left <Name>{zoneName}</Name> at {clock}
            </Trans>
          </span>
        )}
        {leaveTags[leftBy] && <Tag>{leaveTags[leftBy]}</Tag>}
        {note !== '' && <span dir="auto">{note}</span>}
      </Group>
    </RollPersonCard>
  )
}

/** How somebody without a phone left. */
const leaveTags: Readonly<Record<EmergencyLeaver['leftBy'], string | null>> = {
  phone: null,
  sign_out: t`Visitor`,
  day_end: t`Visitor`,
  badge: t`By badge`,
}
