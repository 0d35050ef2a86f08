import { Button } from '@mantine/core'
import { IconChevronDown, IconFileExport, IconFileImport } from '@tabler/icons-react'
import { Menu } from './menu.tsx'

type Item = { label: string; onClick: () => void }
type Props = {
  /** A file is being made: another has to wait. */
  preparing: boolean
  /** Brings a file in, for those who may. */
  into?: Item | undefined
  outOf: readonly Item[]
}

/** Menu of the imports and exports of a page. */
export function FileMenu({ preparing, into, outOf }: Props) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size="1rem" aria-hidden />}
          disabled={preparing}
        >
          {preparing ? 'Preparing…' : 'Files'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {into && (
          <Menu.Item leftSection={<IconFileImport size="1.125rem" aria-hidden />} onClick={into.onClick}>
            {into.label}
          </Menu.Item>
        )}
        {outOf.map(({ label, onClick }) => (
          <Menu.Item
            key={label}
            leftSection={<IconFileExport size="1.125rem" aria-hidden />}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
