import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconChevronDown, IconFileExport, IconFileImport, IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { Menu } from './menu.tsx'

type Item = { label: string; onClick: () => void }
type Props = {
  /** True while a file is being prepared; only one can be prepared at a time. */
  preparing: boolean
  /** The item that imports a file, beside the link to the imports; omit it for people who may not import. */
  into?: Item | undefined
  downloads: readonly Item[]
}

/** The menu of a page's imports and exports. */
export function FileMenu({ preparing, into, downloads }: Props) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size="1rem" aria-hidden />}
          disabled={preparing}
        >
          {preparing ? t`Preparing…` : t`Files`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {into && (
          <>
            <Menu.Item icon={IconFileImport} onClick={into.onClick}>
              {into.label}
            </Menu.Item>
            <Menu.Item component={Link} to={paths.imports} icon={IconHistory}>
              {t`Imports`}
            </Menu.Item>
          </>
        )}
        {downloads.map(({ label, onClick }) => (
          <Menu.Item key={label} icon={IconFileExport} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
