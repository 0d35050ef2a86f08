import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Flex, Text } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { Tag } from '../../ui/badges/tag.tsx'

export function SuspicionTag({ shouldLock }: { shouldLock: boolean }) {
  return shouldLock ? (
    <Tag tone="danger" icon={IconLock}>
      {t`Should be locked`}
    </Tag>
  ) : (
    <Tag tone="caution" icon={IconAlertTriangle}>
      {t`Suspicious`}
    </Tag>
  )
}

export function Failures({ recent, total }: { recent: number; total: number }) {
  return (
    <Flex component="span" direction="column" miw="160px" data-figures>
      <span>
        <Trans>
          <Plural value={recent} one="# failure" other="# failures" /> in 15 minutes
        </Trans>
      </span>
      <Text span inherit c="dimmed">
        <Trans>
          <Plural value={total} one="# failure" other="# failures" /> in 24 hours
        </Trans>
      </Text>
    </Flex>
  )
}
