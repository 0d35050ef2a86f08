import { t } from '@lingui/core/macro'
import { Group } from '@mantine/core'
import {
  IconChevronDown,
  IconCurrentLocation,
  IconFileImport,
  IconListNumbers,
  IconPlus,
  IconVectorTriangle,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/layout/menu.tsx'
import type { CreationMethod } from './creation-methods.ts'
import { ZoneCreatorDialog } from './zone-creator-dialog.tsx'

export function useCreateZoneDialogs() {
  const [method, setMethod] = useState<CreationMethod>()
  return {
    create: setMethod,
    dialogs: <ZoneCreatorDialog method={method} onMethod={setMethod} onClose={() => setMethod(undefined)} />,
  }
}

const otherMethods = [
  { method: 'location', label: t`From Location`, icon: IconCurrentLocation },
  { method: 'multi', label: t`Multi-Coord Zone`, icon: IconListNumbers },
  { method: 'interactive', label: t`Interactive`, icon: IconVectorTriangle },
  { method: 'import', label: t`Import zones`, icon: IconFileImport },
] as const

type Props = { create: (method: CreationMethod) => void }

export function CreateZoneButton({ create }: Props) {
  return (
    <Group gap={2} wrap="nowrap">
      <Button
        icon={IconPlus}
        style={{ borderStartEndRadius: 0, borderEndEndRadius: 0 }}
        onClick={() => create('normal')}
      >
        {t`Create Zone`}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            px={10}
            miw={44}
            aria-label={t`More options`}
            style={{ borderStartStartRadius: 0, borderEndStartRadius: 0 }}
          >
            <IconChevronDown size="1.125rem" aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {otherMethods.map(({ method, label, icon: Icon }) => (
            <Menu.Item key={method} icon={Icon} onClick={() => create(method)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
