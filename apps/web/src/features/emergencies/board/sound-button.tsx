import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import type { SoundState } from './desk-sound.ts'

type Props = { state: SoundState; onTest: () => void }

/** Says whether the board can sound, and lets people try it. */
export function SoundButton({ state, onTest }: Props) {
  if (state === 'unsupported') return null
  const isOn = state === 'on'
  const SoundIcon = isOn ? IconVolume : IconVolumeOff
  return (
    <Button
      variant={isOn ? 'default' : 'light'}
      color={isOn ? 'gray' : 'orange'}
      leftSection={<SoundIcon size="1.125rem" aria-hidden />}
      title={isOn ? t`Try the sound` : undefined}
      onClick={onTest}
    >
      {isOn ? t`Sound is on` : t`Sound is blocked: tap to turn it on`}
    </Button>
  )
}
