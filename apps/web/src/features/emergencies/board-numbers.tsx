import { t } from '@lingui/core/macro'
import type { StateCounts } from '@muster/contract/emergencies.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import {
  type Icon,
  IconHelpCircle,
  IconLifebuoy,
  IconMapPinOff,
  IconShieldCheck,
  IconUsersGroup,
  IconWalk,
} from '@tabler/icons-react'
import { formatCount } from '../../lib/format-count.ts'
import { toneStyle } from '../../ui/badges/tag.tsx'
import classes from './board-numbers.module.css'
import { insideCountText, stateLabels, stateTones } from './emergency-words.ts'

const icons: Readonly<Record<PersonState, Icon>> = {
  missing: IconHelpCircle,
  help: IconLifebuoy,
  safe: IconShieldCheck,
  elsewhere: IconWalk,
  not_on_site: IconMapPinOff,
}
const mainStates: readonly PersonState[] = ['missing', 'help', 'safe']
const otherStates: readonly PersonState[] = ['elsewhere', 'not_on_site']

type Props = {
  states: StateCounts
  /** The people who were sent back in, who are in one of the states too. */
  inside?: number | undefined
  chosen?: PersonState
  /** Without it, the numbers are only read. */
  onChoose?: (state: PersonState) => void
}

/** The numbers of the board, which choose the list below. Further states are shown once somebody is in them. */
export function BoardNumbers({ states, inside = 0, chosen, onChoose }: Props) {
  const shownOthers = otherStates.filter(it => states[it] > 0 || it === chosen)
  const toNumber = (state: PersonState) => (
    <StateNumber
      key={state}
      state={state}
      people={states[state]}
      isChosen={state === chosen}
      onChoose={onChoose}
    />
  )
  return (
    <fieldset aria-label={t`People by state`} className={classes.frame}>
      <div className={classes.numbers}>{mainStates.map(toNumber)}</div>
      {shownOthers.length > 0 && <div className={classes.minor}>{shownOthers.map(toNumber)}</div>}
      {inside > 0 && (
        <p className={classes.inside}>
          <IconUsersGroup size="1.125rem" aria-hidden />
          {insideCountText(inside)}
        </p>
      )}
    </fieldset>
  )
}

type NumberProps = Pick<Props, 'onChoose'> & { state: PersonState; people: number; isChosen: boolean }

function StateNumber({ state, people, isChosen, onChoose }: NumberProps) {
  const StateIcon = icons[state]
  const callsForHelp = state === 'help' && people > 0
  const look = {
    className: classes.number,
    style: toneStyle(callsForHelp || state !== 'help' ? stateTones[state] : 'quiet'),
    'data-help': callsForHelp || undefined,
  }
  const content = (
    <>
      <span className={classes.figure}>{formatCount(people)}</span>
      <span className={classes.label}>
        <StateIcon size="1.125rem" aria-hidden />
        {stateLabels[state]}
      </span>
    </>
  )
  return onChoose ? (
    <button type="button" {...look} aria-pressed={isChosen} onClick={() => onChoose(state)}>
      {content}
    </button>
  ) : (
    <div {...look}>{content}</div>
  )
}
