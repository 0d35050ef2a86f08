import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Text } from '@mantine/core'
import type { OpenQuestion } from '@muster/contract/broadcasts.ts'
import { IconAlertCircle, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './question-card.module.css'

/** An unanswered urgent question, with a link to it. Its alert stays unread until the question is answered. */
export function QuestionCard({
  question: { id, title, message, sentAt, zoneName },
}: {
  question: OpenQuestion
}) {
  return (
    <Panel component="article" direction="row" gap="sm" p="sm" className={classes.card}>
      <IconSpeakerphone size="1.5rem" stroke={1.6} color="var(--m-danger)" aria-hidden />
      <Link to={paths.broadcasts} search={{ broadcast: id }} className={classes.open}>
        <Flex component="span" wrap="wrap" align="center" gap="4px 8px">
          <span className={classes.title} dir="auto">
            {title}
          </span>
          <Tag tone="danger" icon={IconAlertCircle}>
            <Trans>Urgent: answer needed</Trans>
          </Tag>
        </Flex>
        <Text span lineClamp={2} dir="auto">
          {message}
        </Text>
        <Text span size="xs" c="dimmed">
          <RelativeTime at={sentAt} /> · <Name>{zoneName ?? t`All zones`}</Name>
        </Text>
      </Link>
    </Panel>
  )
}
