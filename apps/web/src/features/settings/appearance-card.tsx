import { SegmentedControl } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { type Appearance, appearances, useAppearance } from '../../lib/appearance.ts'
import { useIsNarrow } from '../../ui/layout/use-screen.ts'
import classes from './appearance-card.module.css'
import { SettingsCard } from './settings-card.tsx'

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** Light, dark, or as the system is. */
export function AppearanceCard() {
  const [appearance, setAppearance] = useAppearance()
  const isNarrow = useIsNarrow()
  return (
    <SettingsCard title="Appearance" text="System follows the setting of your device.">
      <SegmentedControl
        aria-label="Appearance"
        fullWidth
        orientation={isNarrow ? 'vertical' : 'horizontal'}
        classNames={{ control: classes.control, label: classes.label }}
        value={appearance}
        onChange={value => setAppearance(value as Appearance)}
        data={appearances.map(({ value, label }) => {
          const Icon = icons[value]
          return {
            value,
            label: (
              <span className={classes.choice}>
                <Icon size="1.125rem" aria-hidden />
                {label}
              </span>
            ),
          }
        })}
      />
    </SettingsCard>
  )
}
