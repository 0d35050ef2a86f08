import { t } from '@lingui/core/macro'
import { type Icon, IconChevronUp } from '@tabler/icons-react'
import { Button } from '../button.tsx'
import { Menu } from './menu.tsx'
import { useIsPhone } from './use-screen.ts'

export type SelectionAct = {
  label: string
  icon: Icon
  isDangerous?: boolean
  disabled: boolean
  run: () => void
}

export function SelectionActs({ acts }: { acts: readonly SelectionAct[] }) {
  const isPhone = useIsPhone()
  if (!isPhone)
    return acts.map(({ label, icon: ActIcon, isDangerous, disabled, run }) => (
      <Button
        key={label}
        variant="default"
        {...(isDangerous && !disabled && { c: 'var(--m-danger)' })}
        icon={ActIcon}
        disabled={disabled}
        onClick={run}
      >
        {label}
      </Button>
    ))
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronUp size="1rem" aria-hidden />}>
          {t`Actions`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ label, icon: ActIcon, isDangerous, disabled, run }) => (
          <Menu.Item
            key={label}
            icon={ActIcon}
            {...(isDangerous && { color: 'red' })}
            disabled={disabled}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
