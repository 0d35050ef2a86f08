import { t } from '@lingui/core/macro'
import { Flex, Text } from '@mantine/core'
import type { OpenQuestion } from '@muster/contract/broadcasts.ts'
import { findMeaning } from '@muster/domain/broadcast.ts'
import { IconAlertCircle, IconSpeakerphone } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useAfter } from '../../ui/time/use-after.ts'
import { AnswerChoice } from './answer-choice.tsx'
import { CallForHelp } from './call-for-help.tsx'
import classes from './question-card.module.css'
import { useAnswer } from './use-answer.ts'

/** Milliseconds for which a card that has just appeared takes no answer, because a finger may be coming down on what it moved. */
const inertMs = 450

type Props = {
  question: Pick<OpenQuestion, 'id' | 'title' | 'message' | 'zoneName' | 'answers'> & {
    sentAt: string | null
    contacts?: OpenQuestion['contacts']
  }
  isUrgent?: boolean
}

/** An unanswered question with its answers and a link to the broadcast. The alert of an urgent one stays unread until it is answered. */
export function QuestionCard({ question, isUrgent = false }: Props) {
  const { id, title, message, sentAt, zoneName, answers, contacts = [] } = question
  const navigate = useNavigate()
  const isReady = useAfter(inertMs)
  const { send, waiting } = useAnswer(question, () =>
    navigate({ to: paths.broadcasts, search: { broadcast: id } }),
  )
  return (
    <Panel component="article" gap="xs" p="sm" className={classes.card} data-urgent={isUrgent || undefined}>
      <Flex gap="sm">
        <IconSpeakerphone
          size="1.5rem"
          stroke={1.6}
          color={isUrgent ? 'var(--m-danger)' : 'var(--m-quiet)'}
          aria-hidden
        />
        <Link to={paths.broadcasts} search={{ broadcast: id }} className={classes.open}>
          <Flex component="span" wrap="wrap" align="center" gap="4px 8px">
            <span className={classes.title} dir="auto">
              {title}
            </span>
            {isUrgent ? (
              <Tag tone="danger" icon={IconAlertCircle}>
                {t`Urgent: answer needed`}
              </Tag>
            ) : (
              <Tag>{t`Answer needed`}</Tag>
            )}
          </Flex>
          <Text span lineClamp={2} dir="auto">
            {message}
          </Text>
          <Text span size="xs" c="dimmed">
            {sentAt && <RelativeTime at={sentAt} />} · <Name>{zoneName ?? t`All zones`}</Name>
          </Text>
        </Link>
      </Flex>
      <div inert={!isReady}>
        <AnswerChoice answers={answers} chosen={waiting} act={send} />
      </div>
      {waiting && findMeaning(answers, waiting) === 'help' && (
        <CallForHelp isWaiting help={null} contacts={contacts} />
      )}
    </Panel>
  )
}
