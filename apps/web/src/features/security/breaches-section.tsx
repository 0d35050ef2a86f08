import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Flex, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { BreachNotice } from '@muster/contract/security.ts'
import { IconFileOff, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatAbsolute } from '../../lib/format-time.ts'
import { usePages } from '../../lib/use-pages.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { personText } from './event-words.ts'
import { MetadataList } from './metadata-list.tsx'
import classes from './security.module.css'
import { SeverityTag } from './severity-tag.tsx'
import { StatusActs } from './status-acts.tsx'
import { securityStaleTime } from './use-security-events.ts'

/** Fetches the breach notices, newest first, page by page. Refetched every minute, like the dashboard. */
const useBreachNotices = () =>
  usePages(orpc.security.breachNotices, {}, { staleTime: securityStaleTime, refetchInterval: 60_000 })

/** If the query has succeeded and `notice` is undefined, there is no such notice. */
function useBreachNotice(id: string | undefined, rows: readonly BreachNotice[]) {
  const loadedNotice = rows.find(row => row.id === id)
  const query = useQuery({
    ...orpc.security.breachNotices.queryOptions({ input: { id: id ?? '', limit: 1 } }),
    enabled: id !== undefined && loadedNotice === undefined,
  })
  return { notice: loadedNotice ?? query.data?.rows[0], query }
}

type Props = {
  /** The notice whose details are open. */
  opened: string | undefined
  onOpen: (notice: string | undefined, options?: { replace?: boolean }) => void
  onShowPerson: (id: string) => void
}

/** Returns the author of a notice: a person, a deleted account, or the sign-in monitoring. */
const formatReporter = ({ createdBy, metadata }: BreachNotice) =>
  createdBy ?? (metadata.recommendation === undefined ? t`A deleted account` : t`Sign-in monitoring`)

export function BreachesSection({ opened, onOpen, onShowPerson }: Props) {
  const list = useBreachNotices()
  const { rows: notices, failed, complete } = list
  const { notice, query: noticeQuery } = useBreachNotice(opened, notices ?? [])
  return (
    <>
      <Loaded list={list} failure={t`Failed to load breach notices`} skeleton={4} />
      {notices?.length === 0 && !failed && (
        <EmptyState
          icon={IconShieldCheck}
          title={t`No breach notices`}
          text={t`Report a breach if data reached someone who shouldn’t have it. A notice is also created automatically when an account should be locked.`}
        />
      )}
      {notices && notices.length > 0 && (
        <AgeGrey stale={failed}>
          <ol className={classes.rows} aria-label={t`Breach notices, newest first`}>
            {notices.map(listedNotice => (
              <NoticeRow
                key={listedNotice.id}
                notice={listedNotice}
                isOpen={listedNotice.id === opened}
                // Switching to another notice adds no history entry.
                onOpen={() => onOpen(listedNotice.id, { replace: opened !== undefined })}
              />
            ))}
          </ol>
        </AgeGrey>
      )}
      {notices && notices.length > 0 && (
        <LoadMore
          list={list}
          describeCount={count => t`${plural(count, { one: '# more notice', other: '# more notices' })}`}
        >
          {complete
            ? t`Showing all ${plural({ count: notices.length }, { one: '# notice', other: '# notices' })}`
            : t`Showing the newest ${plural({ count: notices.length }, { one: '# notice', other: '# notices' })}`}
        </LoadMore>
      )}
      <DetailDrawer
        opened={opened !== undefined && (notice !== undefined || !noticeQuery.isPending)}
        onClose={() => onOpen(undefined, { replace: true })}
        title={t`Breach notice`}
        of={opened}
      >
        {notice ? (
          <NoticeDetails notice={notice} onShowPerson={onShowPerson} />
        ) : noticeQuery.isError ? (
          <ErrorState title={t`Failed to load the notice`} query={noticeQuery} />
        ) : (
          <EmptyState
            icon={IconFileOff}
            title={t`Notice not found`}
            text={t`There’s no breach notice at this address.`}
          />
        )}
      </DetailDrawer>
    </>
  )
}

type RowProps = { notice: BreachNotice; isOpen: boolean; onOpen: () => void }

function NoticeRow({ notice, isOpen, onOpen }: RowProps) {
  const rowProps = useOpensDetails(isOpen)
  return (
    <li className={classes.item}>
      <UnstyledButton type="button" className={classes.event} fz="sm" onClick={onOpen} {...rowProps}>
        <span className={classes.when}>
          <RelativeTime at={notice.createdAt} form="clock" />
        </span>
        <span className={classes.what}>
          <Text span lineClamp={2}>
            {notice.description}
          </Text>
        </span>
        <span className={classes.who}>
          {t`${plural({ count: notice.affectedUsersCount }, { one: '# person', other: '# people' })} affected`}{' '}
          · {formatReporter(notice)}
        </span>
        <span className={classes.severity}>
          <SeverityTag severity={notice.severity} />
        </span>
      </UnstyledButton>
    </li>
  )
}

type DetailProps = { notice: BreachNotice; onShowPerson: Props['onShowPerson'] }

function NoticeDetails({ notice, onShowPerson }: DetailProps) {
  const metadataId = useId()
  return (
    <Stack gap={20}>
      <Stack align="flex-start" gap="xs">
        <SeverityTag severity={notice.severity} />
        <Text style={{ whiteSpace: 'pre-wrap' }}>{notice.description}</Text>
      </Stack>
      <Facts>
        <dt>{t`People affected`}</dt>
        <dd data-figures>{formatCount(notice.affectedUsersCount)}</dd>
        {notice.account && <NoticeAccount account={notice.account} onShowPerson={onShowPerson} />}
        <dt>{t`Reported by`}</dt>
        <dd>{formatReporter(notice)}</dd>
        <dt>{t`Time`}</dt>
        <dd>
          <time dateTime={notice.createdAt}>{formatAbsolute(new Date(notice.createdAt))}</time>
        </dd>
      </Facts>
      {notice.account?.state?.maySetStatus && (
        <Group gap="xs">
          <StatusActs
            userId={notice.account.id}
            who={personText(notice.account)}
            status={notice.account.state.status}
          />
        </Group>
      )}
      <Flex component="section" direction="column" gap="xs" miw={0} aria-labelledby={metadataId}>
        <h3 id={metadataId}>{t`Metadata`}</h3>
        <MetadataList metadata={notice.metadata} />
      </Flex>
    </Stack>
  )
}

type AccountProps = { account: NonNullable<BreachNotice['account']>; onShowPerson: Props['onShowPerson'] }

function NoticeAccount({ account, onShowPerson }: AccountProps) {
  return (
    <>
      <dt>{t`Account`}</dt>
      <dd>
        <Anchor component="button" type="button" ta="start" onClick={() => onShowPerson(account.id)}>
          <Trans>Events for {{ person: personText(account) }}</Trans>
        </Anchor>
      </dd>
      {account.state && (
        <>
          <dt>{t`Account status`}</dt>
          <dd>
            <StatusBadge status={account.state.status} />
          </dd>
        </>
      )}
    </>
  )
}
