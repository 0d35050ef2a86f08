import { SimpleGrid } from '@mantine/core'
import { Button } from '../../ui/button.tsx'
import { answerStyles } from './answer-look.ts'
import type { AnswerAction, AnswerOption } from './use-answer.ts'

type Props = {
  answers: readonly AnswerOption[]
  /** The current answer; null if there is none. */
  chosen: string | null
  act: AnswerAction
}

const colorsByMeaning = { safe: 'green', help: 'red', neutral: 'gray' } as const

/** The offered answers as buttons, each with the colour and icon of its meaning. */
export function AnswerChoice({ answers, chosen, act }: Props) {
  return (
    // On a phone, two are side by side, and a long answer takes two lines; on several lines, the last one is as wide as the others.
    <SimpleGrid minColWidth="min(100%, 8.5rem)" autoFlow="auto-fit" spacing="xs" verticalSpacing="xs">
      {answers.map(({ text, meaning }) => {
        const Icon = answerStyles[meaning].icon
        const isFilled = chosen === text || (chosen === null && meaning !== 'neutral')
        return (
          <Button
            key={text}
            size="md"
            mih={48}
            px={10}
            styles={{ label: { textAlign: 'start' } }}
            color={colorsByMeaning[meaning]}
            variant={isFilled ? 'filled' : 'default'}
            icon={Icon}
            iconSize="1.25rem"
            aria-pressed={chosen === text}
            loading={act.isPending && act.variables === text}
            disabled={act.isPending}
            onClick={() => act.mutate(text)}
          >
            <span dir="auto">{text}</span>
          </Button>
        )
      })}
    </SimpleGrid>
  )
}
