import { t } from '@lingui/core/macro'
import { Button, Group } from '@mantine/core'
import {
  type Icon,
  IconBell,
  IconDevices,
  IconMapPinShare,
  IconPasswordUser,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths, type SettingsPath, settingsPaths } from '../../lib/paths.ts'
import { Page } from '../../ui/layout/page.tsx'
import classes from './settings.module.css'

const links: Readonly<Record<SettingsPath, { label: string; icon: Icon }>> = {
  [paths.settings]: { label: t`Profile`, icon: IconUser },
  [paths.settingsPosition]: { label: t`Position and privacy`, icon: IconMapPinShare },
  [paths.settingsSignIn]: { label: t`Sign-in`, icon: IconPasswordUser },
  [paths.settingsNotifications]: { label: t`Notifications`, icon: IconBell },
  [paths.settingsDevices]: { label: t`Devices and offline`, icon: IconDevices },
}

type Props = {
  at: SettingsPath
  /** The cards of the page, in columns on a wide screen. */
  children: ReactNode
}

/** The layout of a page of the settings, with links to the other pages. */
export function SettingsFrame({ at, children }: Props) {
  return (
    <Page title={t`Settings`}>
      <Group component="nav" aria-label={t`Settings pages`} gap="xs">
        {settingsPaths.map(path => {
          const { label, icon: LinkIcon } = links[path]
          return (
            <Button
              key={path}
              component={Link}
              to={path}
              replace
              variant={path === at ? 'light' : 'default'}
              aria-current={path === at ? 'page' : undefined}
              mih={44}
              px="sm"
              leftSection={<LinkIcon size="1.125rem" aria-hidden />}
            >
              {label}
            </Button>
          )
        })}
      </Group>
      <div className={classes.columns}>{children}</div>
    </Page>
  )
}
