import { ActionIcon, Button, Switch, TextInput } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { BroadcastForm } from './broadcast-form.ts'
import classes from './broadcasts.module.css'

type Props = { form: BroadcastForm; onChange: (changes: Partial<BroadcastForm>) => void }

/** Whether an answer is asked for, and the up to four that can be given. */
export function AnswerFields({ form: { asksAnswer, answers }, onChange }: Props) {
  const set = (place: number, text: string) =>
    onChange({ answers: answers.map((it, at) => (at === place ? text : it)) })
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
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells one from the other
            key={place}
            aria-label={`Answer ${place + 1}`}
            maxLength={40}
            value={answer}
            onChange={event => set(place, event.currentTarget.value)}
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
        ))}
      {asksAnswer && answers.length < limits.broadcastAnswersMost && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size="1.125rem" aria-hidden />}
          onClick={() => onChange({ answers: [...answers, ''] })}
          style={{ justifySelf: 'start' }}
        >
          Add an answer
        </Button>
      )}
    </div>
  )
}
