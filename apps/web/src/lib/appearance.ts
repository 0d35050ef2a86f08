import { t } from '@lingui/core/macro'
import { useMantineColorScheme } from '@mantine/core'

export type Appearance = 'light' | 'dark' | 'auto'

/** The options under Appearance in the settings. `auto`, the default, follows the system. */
export const appearances: { value: Appearance; label: string }[] = [
  { value: 'light', label: t`Light` },
  { value: 'dark', label: t`Dark` },
  { value: 'auto', label: t`System` },
]

/** The local storage key of the chosen appearance. */
export const appearanceKey = 'muster.appearance'

/** Returns the chosen appearance and its setter. All tabs follow a change. */
export function useAppearance(): [Appearance, (next: Appearance) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return [colorScheme, setColorScheme]
}
