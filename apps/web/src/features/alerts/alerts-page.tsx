import { t } from '@lingui/core/macro'
import { Flex, SegmentedControl } from '@mantine/core'
import type { Alert } from '@muster/contract/alerts.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconBell, IconChecks, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import type { SearchProps } from '../../lib/search-props.ts'
import { usePages } from '../../lib/use-pages.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QuestionCard, useOpenQuestions, useUnansweredBroadcasts } from '../broadcasts/public.ts'
import { AlertCard } from './alert-card.tsx'
import { useAlertCounts } from './use-alert-counts.ts'

/** The live inbox: questions that wait for an answer come first, urgent ones before the others, then all alerts, newest first. */
export function AlertsPage({ search, onSearch }: SearchProps<{ unread?: true | undefined }>) {
  const client = useQueryClient()
  const counts = useAlertCounts()
  const { questions: urgentQuestions } = useOpenQuestions()
  const { questions: otherQuestions } = useUnansweredBroadcasts()
  const questions = [...urgentQuestions, ...otherQuestions]
  const list = usePages(orpc.alerts.list, {
    limit: limits.alertsLimit,
    ...(search.unread && { unread: true as const }),
  })
  const markAll = useAct({
    call: () => api.alerts.markAllRead(),
    done:
      counts && counts.unread > (counts.markable ?? counts.unread)
        ? [
            t`Alerts marked as read`,
            t`Calls for help and urgent questions stay until you open or answer them.`,
          ]
        : t`All alerts marked as read`,
    failed: t`The alerts couldn’t be marked as read. Try again.`,
    invalidates: [orpc.alerts.key()],
  })
  // An open question is shown at the top with its answers, so its alert is left out of the list.
  const isOpenQuestion = ({ metadata }: Alert) => questions.some(({ id }) => id === metadata.broadcastId)
  const rows = list.rows?.filter(it => !isOpenQuestion(it))
  const all = counts && formatCount(counts.all)
  const unread = counts && formatCount(counts.unread)
  const refresh = () =>
    Promise.all(
      [orpc.alerts.key(), orpc.broadcasts.openQuestions.key(), orpc.broadcasts.list.key()].map(queryKey =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  return (
    <Page
      title={t`Alerts`}
      secondary={
        <ActionIcon
          icon={IconRefresh}
          iconSize="1.125rem"
          variant="default"
          size={44}
          aria-label={t`Refresh`}
          loading={list.retrying}
          onClick={() => void refresh()}
        />
      }
      action={
        (counts?.markable ?? counts?.unread ?? 0) > 0 && (
          <Button icon={IconChecks} loading={markAll.isPending} onClick={() => markAll.mutate()}>
            {t`Mark All Read`}
          </Button>
        )
      }
      toolbar={
        <SegmentedControl
          aria-label={t`Filter alerts`}
          value={search.unread ? 'unread' : 'all'}
          onChange={value => onSearch({ unread: value === 'unread' ? true : undefined }, { replace: true })}
          data={[
            { value: 'all', label: all ? t`All Alerts (${all})` : t`All Alerts` },
            { value: 'unread', label: unread ? t`Unread (${unread})` : t`Unread` },
          ]}
        />
      }
    >
      {questions.length > 0 && (
        <Flex component="section" direction="column" gap="xs" mb="xs" aria-label={t`Questions to answer`}>
          {urgentQuestions.map(question => (
            <QuestionCard key={question.id} question={question} isUrgent />
          ))}
          {otherQuestions.map(question => (
            <QuestionCard key={question.id} question={question} />
          ))}
        </Flex>
      )}
      <List
        list={{ ...list, rows }}
        failure={t`Failed to load alerts`}
        empty={
          questions.length > 0 ? null : search.unread ? (
            <EmptyState icon={IconBell} title={t`No Unread Alerts`} text={t`You’re up to date.`} />
          ) : (
            <EmptyState
              icon={IconBell}
              title={t`No Alerts`}
              text={t`Broadcasts, hazards and changes to your zones appear here.`}
            />
          )
        }
        filters={undefined}
        emptyTexts={[t`No alerts`]}
        getKey={({ id }) => id}
        estimate={92}
        minColumn={4_000}
        gap={8}
        label={t`Alerts`}
      >
        {alert => <AlertCard alert={alert} />}
      </List>
    </Page>
  )
}
