import { useMantineColorScheme } from '@mantine/core'

export type Appearance = 'light' | 'dark' | 'auto'

/** The choices of Appearance in the settings. `auto`, the default, follows the system. */
export const appearances: { value: Appearance; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

/** Where the choice is kept (local storage). */
export const appearanceKey = 'muster.appearance'

/** The chosen appearance and the way to change it; every tab follows. */
export function useAppearance(): [Appearance, (next: Appearance) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return [colorScheme, setColorScheme]
}
