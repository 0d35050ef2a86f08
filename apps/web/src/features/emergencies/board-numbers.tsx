import { t } from '@lingui/core/macro'
import type { StateCounts } from '@muster/contract/emergencies.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import {
  type Icon,
  IconHelpCircle,
  IconLifebuoy,
  IconMapPinOff,
  IconShieldCheck,
  IconWalk,
} from '@tabler/icons-react'
import { formatCount } from '../../lib/format-count.ts'
import classes from './board-numbers.module.css'
import { stateLabels } from './emergency-words.ts'

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
  chosen?: PersonState
  /** Without it, the numbers are only read. */
  onChoose?: (state: PersonState) => void
}

/** The numbers of the board, which choose the list below. Further states are shown once somebody is in them. */
export function BoardNumbers({ states, chosen, onChoose }: Props) {
  const shown = [...mainStates, ...otherStates.filter(it => states[it] > 0 || it === chosen)]
  return (
    <fieldset aria-label={t`People by state`} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <div className={classes.numbers}>
        {shown.map(state => {
          const StateIcon = icons[state]
          const look = {
            className: classes.number,
            'data-state': state,
            'data-none': states[state] === 0 || undefined,
          }
          const content = (
            <>
              <span className={classes.figure}>{formatCount(states[state])}</span>
              <span className={classes.label}>
                <StateIcon size="1.125rem" aria-hidden />
                {stateLabels[state]}
              </span>
            </>
          )
          return onChoose ? (
            <button
              key={state}
              type="button"
              {...look}
              aria-pressed={state === chosen}
              onClick={() => onChoose(state)}
            >
              {content}
            </button>
          ) : (
            <div key={state} {...look}>
              {content}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
