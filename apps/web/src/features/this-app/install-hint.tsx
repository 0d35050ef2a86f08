import { t } from '@lingui/core/macro'
import { Button, Flex } from '@mantine/core'
import { IconDeviceMobileDown } from '@tabler/icons-react'
import { installOffer } from '../../installed/install-offer.ts'
import { InstallButton, useInstallMethod } from './install-button.tsx'

/** Offers to install the app on every page, once the person has used Muster's core function or returned on another day. */
export function InstallHint() {
  const installMethod = useInstallMethod(true)
  if (!installMethod) return null
  return (
    <Flex
      component="aside"
      aria-label={t`Install Muster`}
      data-no-print
      wrap="wrap"
      align="center"
      justify="center"
      gap="8px 12px"
      py="xs"
      px="md"
      fz="sm"
      bg="var(--m-surface)"
      style={{ borderBottom: '1px solid var(--m-line)' }}
    >
      <IconDeviceMobileDown size="1.25rem" aria-hidden />
      <span>{t`Add Muster to your home screen. It opens instantly, even offline.`}</span>
      <Flex component="span" gap="xs">
        <InstallButton way={installMethod} variant="filled" />
        <Button variant="default" size="compact-md" mih={44} onClick={() => installOffer.later()}>
          {t`Not now`}
        </Button>
      </Flex>
    </Flex>
  )
}
