import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconCloudDown } from '@tabler/icons-react'
import { withReference } from '../../lib/error-text.ts'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { type Failure, readFailure } from './error-state.tsx'
import { notOnDeviceText } from './not-on-device.tsx'

type Props = Failure & {
  /** The error message in the specification's wording. */
  text: string
  /** Time (ISO 8601) of the last good data, if it is still shown below, greyed out. */
  staleSince?: string | undefined
}

/** Shows that part of a card failed to load: ErrorState on a single line. */
export function FailedLine({ text: title, staleSince: since, ...failure }: Props) {
  const { error, onRetry, retrying, staleSince = since } = readFailure(failure)
  const isOnline = useIsOnline()
  const text = withReference(title, error)
  if (!isOnline && !staleSince)
    return (
      <Group wrap="nowrap" gap="4px 8px" c="dimmed" role="status">
        <IconCloudDown size="1.125rem" aria-hidden />
        <span>
          <Trans>{notOnDeviceText}. It will load when you’re back online.</Trans>
        </span>
      </Group>
    )
  return (
    <Group gap="4px 8px" c="var(--m-danger)" role="alert">
      <IconAlertTriangle size="1.125rem" aria-hidden />
      <span>
        {staleSince ? (
          <Trans>
            {text}. The data shown is from <RelativeTime at={staleSince} bySeconds />.
          </Trans>
        ) : (
          text
        )}
      </span>
      <Button variant="default" loading={retrying} onClick={onRetry}>
        {t`Retry`}
      </Button>
    </Group>
  )
}
