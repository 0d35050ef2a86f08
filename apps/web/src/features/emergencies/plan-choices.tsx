import { plural, t } from '@lingui/core/macro'
import { Button, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { kindLabels } from '../../ui/alarm/kind-words.ts'
import classes from './plan-choices.module.css'
import { type PlanChoice, planKey, planName } from './use-plans.ts'

type Props = {
  plans: readonly PlanChoice[]
  value: PlanChoice | undefined
  onChange: (plan: PlanChoice) => void
}

/** Number of plans that are shown at once; the others are one press away. */
const shownAtFirst = 5

/** The plans of a call as buttons with the first words of their text, so that nobody sends one unread. */
export function PlanChoices({ plans, value, onChange }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const isChosen = (plan: PlanChoice) => value !== undefined && planKey(plan) === planKey(value)
  const shown = plans.filter((plan, index) => showsAll || index < shownAtFirst || isChosen(plan))
  const more = plans.length - shown.length
  return (
    <Radio.Group
      label={t`Plan`}
      value={value ? planKey(value) : null}
      onChange={key => {
        const plan = plans.find(it => planKey(it) === key)
        if (plan) onChange(plan)
      }}
    >
      <Stack gap="xs" mt={4}>
        {shown.map(plan => (
          <Radio.Card key={planKey(plan)} value={planKey(plan)} className={classes.plan} radius="md">
            <Radio.Indicator />
            <Stack component="span" miw={0} gap={0}>
              <Text span fw={600} dir="auto">
                {planName(plan)}
              </Text>
              <Text span c="dimmed" dir="auto" truncate>
                {plan.message.text || (plan.name && kindLabels[plan.kind])}
              </Text>
            </Stack>
          </Radio.Card>
        ))}
        {more > 0 && (
          <Button variant="subtle" mih={44} onClick={() => setShowsAll(true)}>
            {t`${plural(more, { one: '# more plan', other: '# more plans' })}`}
          </Button>
        )}
      </Stack>
    </Radio.Group>
  )
}
