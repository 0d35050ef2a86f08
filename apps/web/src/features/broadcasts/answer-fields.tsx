import { t } from '@lingui/core/macro'
import { Flex, SegmentedControl, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { answerMeanings, type OfferedAnswer } from '@muster/domain/broadcast.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { formatCount } from '../../lib/format-count.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { useIsNarrow } from '../../ui/layout/use-screen.ts'
import { answerStyles } from './answer-look.ts'
import type { BroadcastForm } from './broadcast-form.ts'
import classes from './broadcasts.module.css'

type Props = { form: BroadcastForm; onChange: (changes: Partial<BroadcastForm>) => void }

const colorsByMeaning = { safe: 'var(--m-inside)', help: 'var(--m-danger)', neutral: 'currentcolor' }

const meaningChoices = answerMeanings.map(value => {
  const { icon: Icon, word } = answerStyles[value]
  return {
    value,
    label: (
      <Flex component="span" align="center" justify="center" gap={4}>
        <Icon size="1rem" color={colorsByMeaning[value]} aria-hidden />
        {word}
      </Flex>
    ),
  }
})

export function AnswerFields({ form: { asksAnswer, answers }, onChange }: Props) {
  const isNarrow = useIsNarrow()
  const setAnswer = (index: number, changes: Partial<OfferedAnswer>) =>
    onChange({ answers: answers.map((it, i) => (i === index ? { ...it, ...changes } : it)) })
  return (
    <Stack gap="xs">
      <Switch
        label={t`Ask for an answer`}
        description={t`See the answers as they come in, and remind people who haven’t answered.`}
        checked={asksAnswer}
        onChange={event => onChange({ asksAnswer: event.currentTarget.checked })}
      />
      {asksAnswer &&
        answers.map((answer, index) => {
          const number = formatCount(index + 1)
          return (
            <SimpleGrid
              // biome-ignore lint/suspicious/noArrayIndexKey: only their position distinguishes the fields
              key={index}
              minColWidth="min(100%, 15rem)"
              autoFlow="auto-fit"
              spacing="xs"
              verticalSpacing={4}
              mt={4}
            >
              <TextInput
                aria-label={t`Answer ${number}`}
                maxLength={40}
                value={answer.text}
                onChange={event => setAnswer(index, { text: event.currentTarget.value })}
                rightSectionWidth={44}
                rightSection={
                  answers.length > 1 && (
                    <ActionIcon
                      icon={IconX}
                      iconSize="1rem"
                      size={44}
                      aria-label={t`Remove answer ${number}`}
                      onClick={() => onChange({ answers: answers.filter((_, i) => i !== index) })}
                    />
                  )
                }
              />
              <SegmentedControl
                aria-label={t`Meaning of answer ${number}`}
                value={answer.meaning}
                onChange={value =>
                  setAnswer(index, {
                    meaning: answerMeanings.find(option => option === value) ?? answer.meaning,
                  })
                }
                data={meaningChoices}
                className={classes.meanings}
                orientation={isNarrow ? 'vertical' : 'horizontal'}
              />
              {answer.meaning === 'neutral' && /\bhelp\b/i.test(answer.text) && (
                <Text size="xs" c="dimmed">
                  {t`A neutral answer doesn’t alert anyone. Choose Help if it should.`}
                </Text>
              )}
            </SimpleGrid>
          )
        })}
      {asksAnswer && (
        <Text size="xs" c="dimmed">
          {t`People who answer Help are listed first, and you and the zone’s managers are alerted.`}
        </Text>
      )}
      {asksAnswer && answers.length < limits.broadcastAnswersMost && (
        <Button
          variant="subtle"
          icon={IconPlus}
          onClick={() => onChange({ answers: [...answers, { text: '', meaning: 'neutral' }] })}
          style={{ alignSelf: 'flex-start' }}
        >
          {t`Add an answer`}
        </Button>
      )}
    </Stack>
  )
}
