import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import type { PersonState } from '@muster/domain/emergency.ts'
import { type Icon, IconCheck, IconLifebuoy, IconWalk } from '@tabler/icons-react'
import { stateLabels } from '../emergency-words.ts'
import classes from './captain.module.css'

const ticks: readonly { state: PersonState; icon: Icon; color: string; variant: string }[] = [
  { state: 'safe', icon: IconCheck, color: 'green', variant: 'filled' },
  { state: 'help', icon: IconLifebuoy, color: 'red', variant: 'light' },
  { state: 'elsewhere', icon: IconWalk, color: 'gray', variant: 'default' },
]

type Props = {
  name: string
  /** The state that the person is in, which is not offered. */
  current: PersonState
  isBusy?: boolean
  onTick: (state: PersonState) => void
}

/** The large buttons with which a captain says what they know of a person. */
export function PersonTicks({ name, current, isBusy = false, onTick }: Props) {
  return (
    <div className={classes.answers}>
      {ticks
        .filter(it => it.state !== current)
        .map(({ state, icon: TickIcon, color, variant }) => {
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
              <span className={classes.answer}>
                <TickIcon size="1.375rem" aria-hidden />
                {label}
              </span>
            </Button>
          )
        })}
    </div>
  )
}
