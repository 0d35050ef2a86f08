import { t } from '@lingui/core/macro'
import { Box, Button, SimpleGrid, Text } from '@mantine/core'
import type { CalledPerson, CaptainPerson } from '@muster/contract/roll-person.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { type Icon, IconCheck, IconLifebuoy, IconPencil, IconWalk } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { toShownName } from '../../../lib/shown-name.ts'
import { ActionIcon } from '../../../ui/action-icon.tsx'
import { toneStyle } from '../../../ui/badges/tag.tsx'
import { CallLink } from '../../../ui/people/call-link.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { stateLabels, stateTones } from '../emergency-words.ts'
import { ClaimLines, InsideWithTag, PersonNotes, TwoAnswersTag, WhyListed } from '../person-parts.tsx'
import listClasses from './captain.module.css'
import classes from './captain-row.module.css'
import { NeedsText } from './needs-text.tsx'

const looks = {
  safe: { icon: IconCheck, color: 'green', variant: 'filled' },
  help: { icon: IconLifebuoy, color: 'red', variant: 'light' },
  elsewhere: { icon: IconWalk, color: 'gray', variant: 'default' },
} as const satisfies Partial<Record<PersonState, { icon: Icon; color: string; variant: string }>>

type TickedState = keyof typeof looks

const tickedStates: readonly TickedState[] = ['safe', 'help', 'elsewhere']

type TickProps = {
  name: string
  states: readonly TickedState[]
  isBusy: boolean
  onTick: (state: PersonState) => void
}

function PersonTicks({ name, states, isBusy, onTick }: TickProps) {
  return (
    <SimpleGrid minColWidth="min(100%, 5.25rem)" autoFlow="auto-fit" spacing="xs">
      {states.map(state => {
        const { icon: TickIcon, color, variant } = looks[state]
        const label = stateLabels[state]
        return (
          <Button
            key={state}
            h="auto"
            mih={52}
            px={4}
            py={2}
            size="md"
            color={color}
            variant={variant}
            disabled={isBusy}
            aria-label={t`${name}: ${label}`}
            onClick={() => onTick(state)}
          >
            <span className={listClasses.answer}>
              <TickIcon size="1.375rem" aria-hidden />
              {label}
            </span>
          </Button>
        )
      })}
    </SimpleGrid>
  )
}

/** Before an emergency, only what an emergency would list is known. */
type CaptainRowPerson = Omit<CalledPerson, 'userId' | 'zoneId'> &
  Pick<CaptainPerson, 'zoneName'> &
  Partial<Pick<CaptainPerson, 'needs' | 'disputed' | 'claims' | 'seenOutsideAt' | 'badgeOut' | 'insideWith'>>

type Props = {
  person: CaptainRowPerson
  state: PersonState
  /** A text about a mark that this phone has not sent yet. */
  waiting?: string | undefined
  isBusy?: boolean
  /** Undefined while nobody can be marked. */
  onTick?: ((state: PersonState) => void) | undefined
  /** Why this person cannot be marked although others can. */
  noTickText?: string
  /** Below the facts of somebody who needs help. */
  children?: ReactNode
}

/** The buttons stand at the same place in each row. A press on the name shows everything, and the rarer marks. */
export function CaptainRow({ person, state, waiting, isBusy = false, onTick, noTickText, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const wasTicked = useRef(false)
  /** The pressed button is gone after a tick, and with it the place in the list of those who use no pointer. */
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (!button || !wasTicked.current) return
    wasTicked.current = false
    if (document.activeElement === document.body) button.focus()
  }
  const tick = (chosen: PersonState) => {
    wasTicked.current = true
    setIsOpen(false)
    onTick?.(chosen)
  }
  const { needs = '', disputed = false, claims = [] } = person
  const name = toShownName(person.name)
  const isMissing = state === 'missing'
  const isSought = isMissing || state === 'help'
  const shownClaims = isOpen || disputed ? claims : claims.slice(0, 1)
  return (
    <div className={classes.box}>
      <div
        className={classes.row}
        style={onTick && toneStyle(stateTones[state])}
        data-state={onTick && state}
        data-open={isOpen || undefined}
      >
        <Box pos="relative" miw={0}>
          <div className={classes.name}>
            <Name>{name}</Name>
          </div>
          <div className={classes.facts}>
            {needs !== '' && <NeedsText needs={needs} />}
            {waiting !== undefined && (
              <Text fw={600} role="status">
                {waiting}
              </Text>
            )}
            {disputed && <TwoAnswersTag />}
            <ClaimLines claims={shownClaims} />
            {person.insideWith && <InsideWithTag insideWith={person.insideWith} />}
            {(isOpen || isSought || claims.length === 0) && <WhyListed {...person} />}
            {(isOpen || isSought) && <PersonNotes {...person} />}
            {noTickText !== undefined && <Text c="dimmed">{noTickText}</Text>}
          </div>
          <button
            type="button"
            className={classes.more}
            aria-expanded={isOpen}
            aria-label={t`More about ${name}`}
            onClick={() => setIsOpen(!isOpen)}
          />
        </Box>
        <div className={classes.acts} data-call-only={!onTick || undefined}>
          <CallLink name={name} phone={person.phone} size={44} />
          {onTick && isMissing && (
            <>
              <ActionIcon
                icon={IconLifebuoy}
                iconSize="1.5rem"
                className={classes.second}
                size={44}
                color="red"
                variant="light"
                disabled={isBusy}
                aria-label={t`${name}: ${{ label: stateLabels.help }}`}
                title={stateLabels.help}
                onClick={() => tick('help')}
              />
              <Button
                className={classes.third}
                classNames={{ label: classes.safe }}
                h={44}
                px={2}
                color="green"
                disabled={isBusy}
                aria-label={t`${name}: ${{ label: stateLabels.safe }}`}
                onClick={() => tick('safe')}
              >
                <IconCheck size="1.125rem" aria-hidden />
                {stateLabels.safe}
              </Button>
            </>
          )}
          {onTick && !isMissing && (
            <>
              <ActionIcon
                icon={IconPencil}
                ref={takeFocus}
                className={classes.second}
                size={44}
                variant="default"
                aria-label={t`Change ${name}`}
                onClick={() => setIsOpen(!isOpen)}
              />
              <span className={classes.state}>{stateLabels[state]}</span>
            </>
          )}
        </div>
        {state === 'help' && children}
        {isOpen && onTick && (
          <PersonTicks
            name={name}
            states={isMissing ? ['elsewhere'] : tickedStates.filter(it => it !== state)}
            isBusy={isBusy}
            onTick={tick}
          />
        )}
      </div>
    </div>
  )
}
