import { t } from '@lingui/core/macro'
import { ActionIcon, Stack, Text } from '@mantine/core'
import { IconLogout, IconSearch, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { displayName, toSpokenRole, useMe } from '../../lib/session/use-session.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { Menu } from '../../ui/layout/menu.tsx'
import { initials } from '../../ui/people/initials.ts'
import { Name } from '../../ui/people/name.tsx'
import { PersonAvatar } from '../../ui/people/person-avatar.tsx'
import classes from './shell.module.css'

export function AccountMenu({ onSearch }: { onSearch: () => void }) {
  const { profile, fullProfile } = useMe()
  const { role } = useSelectedZone()
  const signOut = useSignOut()
  const name = displayName(profile)
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <ActionIcon
          className={classes.account}
          radius="50%"
          aria-label={t`${{ initials: initials(name) }}: ${name}’s account`}
        >
          <PersonAvatar name={name} imageUrl={fullProfile?.profileImageUrl} size={32} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={0} lh={1.35} py="xs" px="sm">
          <Name className={classes.name}>{name}</Name>
          <Text span size="xs" c="dimmed">
            {toSpokenRole(role)}
          </Text>
          {name !== profile.email && (
            <Text span size="xs" c="dimmed">
              {profile.email}
            </Text>
          )}
        </Stack>
        <Menu.Divider />
        <Menu.Item icon={IconSearch} onClick={onSearch}>
          {t`Find a page or action`}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.settings} icon={IconSettings}>
          {t`Settings`}
        </Menu.Item>
        <Menu.Item icon={IconLogout} onClick={() => void signOut()}>
          {t`Sign Out`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
