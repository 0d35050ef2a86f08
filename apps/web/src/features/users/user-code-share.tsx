import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Flex, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { QrCode } from '../../ui/sharing/qr-code.tsx'
import { ShareCodeButton } from './share-code-button.tsx'

type Props = {
  userCode: string | undefined
  children?: ReactNode
}

/** Explains to a person without a zone how to join one, with their code as a QR code and a button to share it. */
export function UserCodeShare({ userCode, children }: Props) {
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} align={{ base: 'flex-start', sm: 'center' }} gap="lg">
      {userCode && <QrCode text={userCode} label={t`Your user code as a QR code`} big />}
      <Stack align="flex-start" gap="sm">
        <Box component="h2" fz="lg" lh={1.3}>
          {t`You don’t belong to a zone yet`}
        </Box>
        {userCode ? (
          <>
            <Text c="dimmed">
              <Trans>
                Share your user code with a zone manager, or let them scan it here. The zone appears here as
                soon as they add you.
              </Trans>
            </Text>
            <Text
              span
              size="md"
              fw={600}
              lts="0.04em"
              py="xs"
              px="sm"
              bd="1px dashed var(--m-line-strong)"
              bdrs="md"
              role="img"
              aria-label={t`Your user code: ${userCode}`}
            >
              {userCode}
            </Text>
          </>
        ) : (
          <p>{t`Your user code couldn’t be loaded. Reload the page, or find it in Settings.`}</p>
        )}
        <Group gap="xs">
          {userCode && <ShareCodeButton userCode={userCode} />}
          {children}
        </Group>
      </Stack>
    </Flex>
  )
}
