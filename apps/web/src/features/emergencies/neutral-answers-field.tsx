import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { neutralAnswersMost, type PlanText } from '@muster/domain/emergency-plan.ts'
import { IconArrowBackUp, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Button } from '../../ui/button.tsx'

type Props = {
  value: readonly PlanText[]
  onChange: (answers: PlanText[]) => void
  error?: string | undefined
}

/** Up to three answers besides the two large ones. The last one that was removed can be restored. */
export function NeutralAnswersField({ value, onChange, error }: Props) {
  const [removed, setRemoved] = useState<{ answer: PlanText; index: number }>()
  const remove = (answer: PlanText, index: number) => {
    setRemoved(answer.text.trim() === '' ? undefined : { answer, index })
    onChange(value.toSpliced(index, 1))
  }
  const isFull = value.length >= neutralAnswersMost
  return (
    <Input.Wrapper
      component="fieldset"
      m={0}
      p={0}
      bd="none"
      label={t`Further answers (optional)`}
      labelElement="div"
      description={t`Small buttons below the two large ones. Whoever presses one still counts as missing.`}
      error={error}
    >
      <Stack gap="xs" mt={4}>
        {value.map((answer, index) => {
          const number = formatCount(index + 1)
          return (
            <TextInput
              // biome-ignore lint/suspicious/noArrayIndexKey: only their position distinguishes the fields
              key={index}
              aria-label={t`Further answer ${number}`}
              placeholder={t`I’m on my way`}
              maxLength={40}
              dir="auto"
              value={answer.text}
              onChange={event => onChange(value.with(index, { ...answer, text: event.currentTarget.value }))}
              rightSectionWidth={44}
              rightSection={
                <ActionIcon
                  icon={IconX}
                  iconSize="1rem"
                  size={44}
                  aria-label={t`Remove further answer ${number}`}
                  onClick={() => remove(answer, index)}
                />
              }
            />
          )
        })}
        {removed && !isFull && (
          <Group gap="xs" role="status">
            <Text dir="auto">
              <Trans>“{removed.answer.text}” was removed.</Trans>
            </Text>
            <Button
              variant="subtle"
              mih={44}
              icon={IconArrowBackUp}
              onClick={() => {
                onChange(value.toSpliced(removed.index, 0, removed.answer))
                setRemoved(undefined)
              }}
            >
              {t`Undo`}
            </Button>
          </Group>
        )}
        {!isFull && (
          <Button
            variant="default"
            mih={44}
            style={{ alignSelf: 'flex-start' }}
            icon={IconPlus}
            onClick={() => onChange([...value, { text: '', texts: {} }])}
          >
            {t`Add an answer`}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
