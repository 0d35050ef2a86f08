import { t } from '@lingui/core/macro'
import { Flex, SegmentedControl } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { type Appearance, appearances, useAppearance } from '../../lib/appearance.ts'
import { useIsNarrow } from '../../ui/layout/use-screen.ts'
import { SettingsCard } from './settings-card.tsx'

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** Selects the light or dark theme, or the system's. */
export function AppearanceCard() {
  const [appearance, setAppearance] = useAppearance()
  const isNarrow = useIsNarrow()
  return (
    <SettingsCard title={t`Appearance`} text={t`System follows your device setting.`}>
      <SegmentedControl
        aria-label={t`Appearance`}
        fullWidth
        orientation={isNarrow ? 'vertical' : 'horizontal'}
        styles={{ control: { minWidth: 0 }, label: { minHeight: 'var(--m-control)', paddingInline: 4 } }}
        value={appearance}
        onChange={value => setAppearance(value as Appearance)}
        data={appearances.map(({ value, label }) => {
          const Icon = icons[value]
          return {
            value,
            label: (
              <Flex
                component="span"
                wrap="wrap"
                align="center"
                justify="center"
                gap="0 8px"
                fw={600}
                mih="calc(var(--m-control) - 10px)"
              >
                <Icon size="1.125rem" aria-hidden />
                {label}
              </Flex>
            ),
          }
        })}
      />
    </SettingsCard>
  )
}
