import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import type { PersonState } from '@muster/domain/emergency.ts'
import { type Icon, IconCheck, IconLifebuoy, IconWalk } from '@tabler/icons-react'
import { stateLabels } from '../emergency-words.ts'
import classes from './captain.module.css'

const looks = {
  safe: { icon: IconCheck, color: 'green', variant: 'filled' },
  help: { icon: IconLifebuoy, color: 'red', variant: 'light' },
  elsewhere: { icon: IconWalk, color: 'gray', variant: 'default' },
} as const satisfies Partial<Record<PersonState, { icon: Icon; color: string; variant: string }>>

type TickedState = keyof typeof looks

export const tickedStates: readonly TickedState[] = ['safe', 'help', 'elsewhere']

type Props = {
  name: string
  states: readonly TickedState[]
  isBusy: boolean
  onTick: (state: PersonState) => void
}

export function PersonTicks({ name, states, isBusy, onTick }: Props) {
  return (
    <div className={classes.answers}>
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
