import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { Tag } from '../../ui/badges/tag.tsx'

export function InvitationNote() {
  return (
    <Stack align="flex-start" gap={4}>
      <Tag icon={IconMail} tone="info">
        <Trans>Invited</Trans>
      </Tag>
      <Text c="dimmed" mt={4}>
        <Trans>
          Until you enter, the zone’s managers see only your name and user code. After that, they also see
          your contact details and where you check in.
        </Trans>
      </Text>
    </Stack>
  )
}
