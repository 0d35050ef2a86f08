import { t } from '@lingui/core/macro'
import { Box, Flex, Group, Text } from '@mantine/core'
import { IconLogout, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'

type Props = {
  intro?: string
  /** The urgent action, which comes before the links. */
  action: ReactNode
  onSignOut: () => void
}

export function ZoneSelectionHeader({ intro, action, onSignOut }: Props) {
  return (
    <Flex component="header" wrap="wrap" align="center" gap="8px 16px">
      <Box miw={0} flex="1 1 220px">
        <Box component="h1" fz={{ base: 'lg', sm: 'xl' }} fw={600} lh={1.2} lts="-0.02em">
          {t`Choose a zone`}
        </Box>
        {intro && (
          <Text c="dimmed" mt={4}>
            {intro}
          </Text>
        )}
      </Box>
      <Group gap="xs">
        {action}
        <Button component={Link} to={paths.settings} variant="default" icon={IconSettings}>
          {t`Settings`}
        </Button>
        <Button variant="default" icon={IconLogout} points onClick={onSignOut}>
          {t`Sign Out`}
        </Button>
      </Group>
    </Flex>
  )
}
