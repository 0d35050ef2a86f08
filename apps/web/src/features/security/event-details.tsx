import { t } from '@lingui/core/macro'
import { Anchor, Button, Flex, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { SecurityEvent } from '@muster/contract/security.ts'
import { IconFileOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useId } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { formatAbsolute } from '../../lib/format-time.ts'
import { paths } from '../../lib/paths.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { Name } from '../../ui/people/name.tsx'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { eventName } from './event-names.ts'
import { personText } from './event-words.ts'
import { MetadataList } from './metadata-list.tsx'
import classes from './security.module.css'
import { SeverityTag } from './severity-tag.tsx'

type Props = {
  number: number
  event: SecurityEvent | undefined
  /** The query for an event that is not among the loaded rows. */
  query: Pick<UseQueryResult, 'isError' | 'error' | 'isSuccess' | 'isFetching' | 'refetch'>
  onShowPerson: (id: string) => void
  onShowType: (type: string) => void
}

export function EventDetails({ number, event, query, onShowPerson, onShowType }: Props) {
  const metadataId = useId()
  if (!event) {
    if (query.isError) {
      return <ErrorState title={t`Failed to load the event`} query={query} />
    }
    if (query.isSuccess) {
      return (
        <EmptyState
          icon={IconFileOff}
          title={t`Event not found`}
          text={t`The log has no event number ${number}. Verify the log under Audit to find out if it was removed.`}
        />
      )
    }
    return <Skeleton height={200} />
  }
  const zoneCount = event.zones.length
  const renderPerson = (account: SecurityEvent['actor'], fallback: string) => {
    const name = account ? personText(account) : ''
    return account ? (
      <Anchor component="button" type="button" onClick={() => onShowPerson(account.id)} ta="start">
        {t`Events for ${name}`}
      </Anchor>
    ) : (
      <Text span inherit c="dimmed">
        {fallback}
      </Text>
    )
  }
  return (
    <Stack gap={20}>
      <Stack align="flex-start" gap="xs">
        <SeverityTag severity={event.severity} />
        <Text fw={600}>{eventName(event.type)}</Text>
        <p lang="en">{event.description}</p>
      </Stack>
      <Facts>
        <dt>{t`Chain number`}</dt>
        <dd data-figures>{formatCount(event.number)}</dd>
        <dt>{t`Time`}</dt>
        <dd>
          <time dateTime={event.createdAt}>{formatAbsolute(new Date(event.createdAt))}</time>
        </dd>
        <dt>{t`Done by`}</dt>
        <dd>{renderPerson(event.actor, t`Someone not signed in`)}</dd>
        <dt>{t`Affected person`}</dt>
        <dd>{renderPerson(event.affected, t`No specific person`)}</dd>
        {zoneCount > 0 && (
          <>
            <dt>{zoneCount === 1 ? t`Zone` : t`Zones`}</dt>
            <dd>
              {event.zones.map(({ id, name }, index) => (
                <Fragment key={id}>
                  {index > 0 && ', '}
                  <Anchor
                    renderRoot={props => <Link {...props} to={paths.zones} search={{ zone: id }} />}
                    underline="always"
                  >
                    <Name>{name}</Name>
                  </Anchor>
                </Fragment>
              ))}
            </dd>
          </>
        )}
        <dt>{t`Type`}</dt>
        <dd>
          <code className={classes.code}>{event.type}</code>
        </dd>
      </Facts>
      <Flex component="section" direction="column" gap="xs" miw={0} aria-labelledby={metadataId}>
        <h3 id={metadataId}>{t`Metadata`}</h3>
        <MetadataList metadata={event.metadata} />
      </Flex>
      <Group gap="xs">
        <Button variant="default" onClick={() => onShowType(event.type)}>
          {t`Show all of this type`}
        </Button>
        <CopyButton
          text={JSON.stringify(event, null, 2)}
          label={t`Copy as JSON`}
          onDone={copied => {
            if (!copied) notify.error(t`Couldn’t copy`, t`Your browser didn’t allow it.`)
          }}
        />
      </Group>
    </Stack>
  )
}
