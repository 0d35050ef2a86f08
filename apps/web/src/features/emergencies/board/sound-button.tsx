import { t } from '@lingui/core/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useIsPhone } from '../../../ui/layout/use-screen.ts'
import type { SoundState } from './desk-sound.ts'

type Props = { state: SoundState; onTest: () => void }

/** Says whether the board can sound, and lets people try it. */
export function SoundButton({ state, onTest }: Props) {
  const isPhone = useIsPhone()
  if (state === 'unsupported') return null
  const isOn = state === 'on'
  const SoundIcon = isOn ? IconVolume : IconVolumeOff
  // On a phone, which is no desk, the people need the line that the words would take.
  if (isPhone)
    return (
      <ActionIcon
        size={44}
        variant={isOn ? 'default' : 'light'}
        color={isOn ? 'gray' : 'orange'}
        aria-label={isOn ? t`Sound is on` : t`Sound is blocked: tap to turn it on`}
        title={t`Try the sound`}
        onClick={onTest}
      >
        <SoundIcon size="1.25rem" aria-hidden />
      </ActionIcon>
    )
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
