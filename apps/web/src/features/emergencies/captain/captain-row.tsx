import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { EmergencyClaim, EmergencyPerson, InsideWith } from '@muster/contract/emergencies.ts'
import type { PersonState, RollReason } from '@muster/domain/emergency.ts'
import { useRef, useState } from 'react'
import { toShownName } from '../../../lib/shown-name.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { CallLink } from '../../../ui/people/call-link.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { stateLabels } from '../emergency-words.ts'
import { ClaimLines, InsideWithTag, PersonNotes, TwoAnswersTag, WhyListed } from '../person-parts.tsx'
import classes from './captain.module.css'
import { NeedsText } from './needs-text.tsx'
import { PersonTicks } from './person-ticks.tsx'

/** A person on a captain's list, before or during an emergency. */
type CaptainRowPerson = {
  name: string
  phone: string
  why: RollReason
  zoneName: string | null
  insideSince: string | null
  seenAt: string | null
  accuracyMeters: number | null
  /** Company and host of a visitor. */
  note?: string | undefined
  seenOutsideAt?: string | undefined
  badgeOut?: EmergencyPerson['badgeOut']
  insideWith?: InsideWith | undefined
}

type Props = {
  person: CaptainRowPerson
  state: PersonState
  /** A text about a mark that this phone has not sent yet. */
  waiting?: string | undefined
  needs?: string
  disputed?: boolean
  claims?: readonly EmergencyClaim[]
  isBusy?: boolean
  /** Undefined while nobody can be marked. */
  onTick?: ((state: PersonState) => void) | undefined
  /** Why this person cannot be marked although others can. */
  noTickText?: string
}

const classesByState: Readonly<Partial<Record<PersonState, string>>> = {
  safe: classes.done ?? '',
  help: classes.help ?? '',
  elsewhere: classes.other ?? '',
  not_on_site: classes.other ?? '',
}

/** A person on a captain's list, readable at arm's length, with the large buttons. Whoever is marked shows it, and can be changed. */
export function CaptainRow({
  person,
  state,
  waiting,
  needs = '',
  disputed,
  claims = [],
  isBusy,
  onTick,
  noTickText,
}: Props) {
  const [isChanging, setIsChanging] = useState(false)
  const wasTicked = useRef(false)
  /** The pressed button is gone after a tick, and with it the place in the list of those who use no pointer. */
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (!button || !wasTicked.current) return
    wasTicked.current = false
    if (document.activeElement === document.body) button.focus()
  }
  const { phone } = person
  const name = toShownName(person.name)
  const isOpen = onTick !== undefined && (state === 'missing' || isChanging)
  return (
    <Panel p="xs" gap={6} className={classesByState[state] ?? ''}>
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <Stack gap={0} miw={0}>
          <div className={classes.name}>
            <Name>{name}</Name>
          </div>
          <WhyListed {...person} />
          <PersonNotes seenOutsideAt={person.seenOutsideAt ?? null} note={person.note} />
        </Stack>
        <CallLink name={name} phone={phone} />
      </Group>
      {needs !== '' && <NeedsText needs={needs} />}
      {(disputed || person.insideWith) && (
        <Group gap="xs">
          {disputed && <TwoAnswersTag />}
          {person.insideWith && <InsideWithTag insideWith={person.insideWith} />}
        </Group>
      )}
      <ClaimLines claims={claims} />
      {waiting !== undefined && (
        <Text size="sm" fw={600} role="status">
          {waiting}
        </Text>
      )}
      {noTickText !== undefined && (
        <Text size="sm" c="dimmed">
          {noTickText}
        </Text>
      )}
      {isOpen && (
        <PersonTicks
          name={name}
          current={state}
          isBusy={isBusy ?? false}
          onTick={chosen => {
            wasTicked.current = true
            setIsChanging(false)
            onTick(chosen)
          }}
        />
      )}
      {onTick && state !== 'missing' && !isChanging && (
        <Group justify="space-between" gap="sm" wrap="nowrap">
          <Text fw={600} size="lg">
            {stateLabels[state]}
          </Text>
          <Button
            ref={takeFocus}
            variant="default"
            mih={44}
            aria-label={t`Change ${name}`}
            onClick={() => setIsChanging(true)}
          >
            <Trans>Change</Trans>
          </Button>
        </Group>
      )}
    </Panel>
  )
}
