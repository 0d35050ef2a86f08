import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import {
  IconChevronDown,
  IconCurrentLocation,
  IconListNumbers,
  IconPlus,
  IconVectorTriangle,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Menu } from '../../../ui/layout/menu.tsx'
import { useIsExtraWide } from '../../../ui/layout/use-screen.ts'
import { ImportZonesDialog } from '../import/import-zones-dialog.tsx'
import { CreateZoneDialog } from './create-zone-dialog.tsx'
import { InteractiveZoneDialog } from './interactive-zone-dialog.tsx'
import { MultiCoordinateDialog } from './multi-coordinate-dialog.tsx'

export type CreationMethod = 'normal' | 'location' | 'multi' | 'interactive' | 'import'

/** Manages the dialogs that create zones, of which at most one is open. */
export function useCreateZoneDialogs() {
  const [method, setMethod] = useState<CreationMethod>()
  const close = () => setMethod(undefined)
  return {
    create: setMethod,
    dialogs: (
      <>
        <CreateZoneDialog
          opened={method === 'normal' || method === 'location'}
          here={method === 'location'}
          onClose={close}
        />
        <MultiCoordinateDialog opened={method === 'multi'} onClose={close} />
        <InteractiveZoneDialog opened={method === 'interactive'} onClose={close} />
        <ImportZonesDialog opened={method === 'import'} onClose={close} />
      </>
    ),
  }
}

type Props = { create: (way: CreationMethod) => void }

/** The primary button, which creates a zone from two corners. */
export function CreateZoneButton({ create }: Props) {
  return (
    <Button leftSection={<IconPlus size="1.125rem" aria-hidden />} onClick={() => create('normal')}>
      <Trans>Create Zone</Trans>
    </Button>
  )
}

const otherMethods = [
  { way: 'location', label: t`From Location`, icon: IconCurrentLocation },
  { way: 'multi', label: t`Multi-Coord Zone`, icon: IconListNumbers },
  { way: 'interactive', label: t`Interactive`, icon: IconVectorTriangle },
] as const

/** The other ways to create a zone: buttons on wide screens, else a menu. */
export function OtherCreationMethods({ create }: Props) {
  if (useIsExtraWide()) {
    return otherMethods.map(({ way, label, icon: Icon }) => (
      <Button
        key={way}
        variant="default"
        leftSection={<Icon size="1.125rem" aria-hidden />}
        onClick={() => create(way)}
      >
        {label}
      </Button>
    ))
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size="1rem" aria-hidden />}>
          <Trans>More options</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {otherMethods.map(({ way, label, icon: Icon }) => (
          <Menu.Item key={way} leftSection={<Icon size="1.125rem" aria-hidden />} onClick={() => create(way)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
