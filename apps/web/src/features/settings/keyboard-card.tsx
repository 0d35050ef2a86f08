import { t } from '@lingui/core/macro'
import { Switch } from '@mantine/core'
import { useLetterKeys } from '../../lib/letter-keys.ts'
import { SettingsCard } from './settings-card.tsx'

/** Turns off keys of a single letter, which a speech control or a slip of the hand can press by accident (WCAG 2.1.4). */
export function KeyboardCard() {
  const [isOn, setIsOn] = useLetterKeys()
  return (
    <SettingsCard
      title={t`Keyboard`}
      text={t`In the list of hazards, J and K move, A assigns, S changes the status and X selects.`}
    >
      <Switch
        label={t`Use single-letter keys`}
        checked={isOn}
        onChange={event => setIsOn(event.currentTarget.checked)}
        styles={{ body: { alignItems: 'center', minHeight: 44 } }}
      />
    </SettingsCard>
  )
}
