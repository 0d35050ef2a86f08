import { t } from '@lingui/core/macro'
import { Flex, Text } from '@mantine/core'
import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { findMeaning } from '@muster/domain/broadcast.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { AnswerChoice } from './answer-choice.tsx'
import { CallForHelp } from './call-for-help.tsx'
import { useAnswer } from './use-answer.ts'

export function AnswerButtons({ broadcast }: { broadcast: BroadcastDetail }) {
  const { answers, mine } = broadcast
  const { send, waiting } = useAnswer(broadcast)
  const calls = useQuery(orpc.broadcasts.ownCalls.queryOptions())
  const chosenAnswer = waiting ?? mine?.answer ?? null
  if (!mine || answers.length === 0) return null
  const needsHelp = findMeaning(answers, chosenAnswer) === 'help'
  return (
    <Flex component="section" direction="column" gap="xs" aria-label={t`Your answer`}>
      {needsHelp && (
        <CallForHelp
          isWaiting={waiting !== null}
          help={broadcast.help}
          contacts={broadcast.contacts}
          position={calls.data?.calls.find(it => it.broadcastId === broadcast.id)?.position}
        />
      )}
      <Text component="h3" fw={600}>
        {chosenAnswer ? t`Your answer` : t`Please answer`}
      </Text>
      <AnswerChoice answers={answers} chosen={chosenAnswer} act={send} />
      {waiting && !needsHelp && (
        <Text size="xs" c="dimmed">
          {t`Not sent yet. It will be sent when you’re back online.`}
        </Text>
      )}
      {chosenAnswer && (
        <Text size="xs" c="dimmed">
          {t`You can change your answer. The last one counts.`}
        </Text>
      )}
    </Flex>
  )
}
