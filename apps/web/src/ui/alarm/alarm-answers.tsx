import { t } from '@lingui/core/macro'
import type { PersonState } from '@muster/domain/emergency.ts'
import { IconLifebuoy, IconShieldCheck } from '@tabler/icons-react'
import { Button } from '../button.tsx'
import classes from './alarm.module.css'

/** An answer as it is pressed. A neutral one has its words and its number in the plan. */
export type AlarmAnswer =
  | { readonly state: 'safe' | 'help' }
  | { readonly state: 'neutral'; readonly choice: number; readonly words: string }

type Props = {
  /** The words of the plan; empty for the usual ones. */
  words: { readonly safe: string; readonly help: string }
  neutral?: readonly string[] | undefined
  /** What counts now, unless the reader is asked. */
  state?: PersonState | undefined
  /** The words of the neutral answer that was given last. */
  chosen?: string | undefined
  pending?: AlarmAnswer['state'] | undefined
  isDisabled?: boolean
  /** True for one row in a bar. */
  isSmall?: boolean
  /** Offers to say that one is not there, to people who are on no roll. */
  onNotThere?: (() => void) | undefined
  onPress: (answer: AlarmAnswer) => void
}

export function AlarmAnswers({
  words,
  neutral = [],
  state,
  chosen,
  pending,
  isDisabled,
  isSmall,
  onNotThere,
  onPress,
}: Props) {
  const common = { className: classes.answer, h: 'auto', px: 'xs', disabled: isDisabled } as const
  return (
    <>
      <div className={classes.both} data-small={isSmall || undefined}>
        <Button
          {...common}
          color="green"
          variant={state === 'safe' ? 'outline' : 'filled'}
          aria-pressed={state === 'safe'}
          icon={IconShieldCheck}
          iconSize="1.5rem"
          loading={pending === 'safe'}
          onClick={() => onPress({ state: 'safe' })}
        >
          <span dir="auto">{words.safe || t`I’m safe`}</span>
        </Button>
        <Button
          {...common}
          color="red"
          variant={state === 'help' ? 'outline' : 'filled'}
          aria-pressed={state === 'help'}
          icon={IconLifebuoy}
          iconSize="1.5rem"
          loading={pending === 'help'}
          onClick={() => onPress({ state: 'help' })}
        >
          <span dir="auto">{words.help || t`I need help`}</span>
        </Button>
      </div>
      {onNotThere && (
        <Button variant="default" h="auto" mih={48} py={4} disabled={isDisabled} onClick={onNotThere}>
          {t`I’m not there`}
        </Button>
      )}
      {neutral.length > 0 && (
        <div className={classes.neutral}>
          {neutral.map((neutralText, choice) => (
            <Button
              key={neutralText}
              variant="default"
              h="auto"
              mih={48}
              py={4}
              aria-pressed={neutralText === chosen}
              disabled={isDisabled}
              onClick={() => onPress({ state: 'neutral', choice, words: neutralText })}
            >
              <span dir="auto">{neutralText}</span>
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
