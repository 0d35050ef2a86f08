import { ActionIcon, Button, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { answerMeanings, type OfferedAnswer } from '@muster/domain/broadcast.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useIsNarrow } from '../../ui/layout/use-screen.ts'
import { answerLooks } from './answer-look.ts'
import type { BroadcastForm } from './broadcast-form.ts'
import classes from './broadcasts.module.css'

type Props = { form: BroadcastForm; onChange: (changes: Partial<BroadcastForm>) => void }

const meanings = answerMeanings.map(value => {
  const { icon: Icon, word } = answerLooks[value]
  return {
    value,
    label: (
      <span className={classes.meaning} data-meaning={value}>
        <Icon size="1rem" aria-hidden />
        {word}
      </span>
    ),
  }
})

/** Asks for an answer or not, with up to four answers to choose from, each with its meaning. */
export function AnswerFields({ form: { asksAnswer, answers }, onChange }: Props) {
  const isNarrow = useIsNarrow()
  const set = (place: number, changes: Partial<OfferedAnswer>) =>
    onChange({ answers: answers.map((it, at) => (at === place ? { ...it, ...changes } : it)) })
  return (
    <div className={classes.section}>
      <Switch
        label="Ask for an answer"
        description="You see live who answered what, and can remind those who have not."
        checked={asksAnswer}
        onChange={event => onChange({ asksAnswer: event.currentTarget.checked })}
      />
      {asksAnswer &&
        answers.map((answer, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells one from the other
          <div key={place} className={classes.offered}>
            <TextInput
              aria-label={`Answer ${place + 1}`}
              maxLength={40}
              value={answer.text}
              onChange={event => set(place, { text: event.currentTarget.value })}
              rightSectionWidth={44}
              rightSection={
                answers.length > 1 && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={44}
                    aria-label={`Remove answer ${place + 1}`}
                    onClick={() => onChange({ answers: answers.filter((_, at) => at !== place) })}
                  >
                    <IconX size="1rem" aria-hidden />
                  </ActionIcon>
                )
              }
            />
            <SegmentedControl
              aria-label={`Meaning of answer ${place + 1}`}
              value={answer.meaning}
              onChange={value =>
                set(place, { meaning: answerMeanings.find(one => one === value) ?? answer.meaning })
              }
              data={meanings}
              className={classes.meanings}
              orientation={isNarrow ? 'vertical' : 'horizontal'}
            />
            {answer.meaning === 'neutral' && /\bhelp\b/i.test(answer.text) && (
              <p className={classes.quiet}>
                This answer alerts nobody while it is Neutral. Choose Help to alert.
              </p>
            )}
          </div>
        ))}
      {asksAnswer && (
        <p className={classes.quiet}>
          People who answer Help are listed first, and you and the zone’s managers are alerted.
        </p>
      )}
      {asksAnswer && answers.length < limits.broadcastAnswersMost && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size="1.125rem" aria-hidden />}
          onClick={() => onChange({ answers: [...answers, { text: '', meaning: 'neutral' }] })}
          style={{ justifySelf: 'start' }}
        >
          Add an answer
        </Button>
      )}
    </div>
  )
}
