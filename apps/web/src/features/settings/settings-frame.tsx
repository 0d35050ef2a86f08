import { t } from '@lingui/core/macro'
import { Group, Stack } from '@mantine/core'
import {
  type Icon,
  IconArrowLeft,
  IconBell,
  IconChevronRight,
  IconDevices,
  IconMapPinShare,
  IconPasswordUser,
  IconUser,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths, type SettingsPath, settingsPaths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { useIsPhone } from '../../ui/layout/use-screen.ts'
import classes from './settings.module.css'

const links: Readonly<Record<SettingsPath, { label: string; icon: Icon }>> = {
  [paths.settings]: { label: t`Profile`, icon: IconUser },
  [paths.settingsPosition]: { label: t`Position and privacy`, icon: IconMapPinShare },
  [paths.settingsSignIn]: { label: t`Sign-in`, icon: IconPasswordUser },
  [paths.settingsNotifications]: {
    label: t({ message: 'Notifications', context: 'of a device' }),
    icon: IconBell,
  },
  [paths.settingsDevices]: { label: t`Devices and offline`, icon: IconDevices },
}

/** A card of a page of the settings. `id` is its name in the address. */
export type SettingsPart = {
  id: string
  title: string
  card: ReactNode
  /** The screens on which the card is shown without opening it; by default those wider than a phone. */
  shown?: 'always' | 'never'
}

type Props = {
  at: SettingsPath
  /** The cards of the page, in columns on a wide screen. */
  columns: readonly (readonly SettingsPart[])[]
}

/**
 * The layout of a page of the settings, with links to the other pages. A card that is not shown is a row that opens it under its own
 * address.
 */
export function SettingsFrame({ at, columns }: Props) {
  const isPhone = useIsPhone()
  const openId = useLocation({ select: ({ search }) => search.card })
  const parts = columns.flat()
  const openPart = parts.find(({ id }) => id === openId)
  const isShown = (part: SettingsPart) =>
    openPart ? part === openPart : part.shown === 'always' || (!isPhone && part.shown !== 'never')
  const rows = !openPart && <PartRows at={at} parts={parts.filter(part => !isShown(part))} />
  const { label } = links[at]
  return (
    <Page title={t`Settings`}>
      {openPart ? (
        <Button
          renderRoot={props => <Link {...props} to={at} search={{}} />}
          variant="subtle"
          color="gray"
          px="xs"
          mih={44}
          w="fit-content"
          icon={IconArrowLeft}
        >
          {label}
        </Button>
      ) : (
        <PageLinks at={at} />
      )}
      {/* Cards that are not shown stay, so that a dialog of theirs stays open when a device is turned. */}
      <div className={openPart ? classes.open : classes.columns}>
        {columns.map((column, index) => (
          <Stack key={column[0]?.id} gap="var(--m-gap)" miw={0}>
            {column.map(part => (
              <div key={part.id} hidden={!isShown(part)}>
                {part.card}
              </div>
            ))}
            {index === columns.length - 1 && rows}
          </Stack>
        ))}
      </div>
    </Page>
  )
}

function PageLinks({ at }: { at: SettingsPath }) {
  return (
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
            icon={LinkIcon}
          >
            {label}
          </Button>
        )
      })}
    </Group>
  )
}

function PartRows({ at, parts }: { at: SettingsPath; parts: readonly SettingsPart[] }) {
  if (parts.length === 0) return null
  return (
    <Rows framed aria-label={links[at].label}>
      {parts.map(({ id, title }) => (
        <li key={id}>
          <Link to={at} search={{ card: id }} className={classes.row}>
            {title}
            <IconChevronRight size="1.125rem" color="var(--m-quiet)" aria-hidden />
          </Link>
        </li>
      ))}
    </Rows>
  )
}
