import { t } from '@lingui/core/macro'
import { NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import type { NumberField } from '@muster/domain/zone-form.ts'

export type ZoneFacts = { name: string; description: string; maxCapacity: NumberField }

type Props = {
  inputProps: (field: keyof ZoneFacts) => GetInputPropsReturnType
  capacityHelp?: string | undefined
  /** False while the fields are hidden when their dialog opens, so that the focus does not stay behind it. */
  takesFocus?: boolean
}

export function ZoneFactsFields({ inputProps, capacityHelp, takesFocus = true }: Props) {
  return (
    <SimpleGrid minColWidth="min(100%, 280px)" autoFlow="auto-fit">
      <TextInput
        label={t`Zone name`}
        required
        maxLength={120}
        autoComplete="off"
        data-autofocus={takesFocus || undefined}
        {...inputProps('name')}
      />
      <Textarea
        label={t`Description`}
        rows={2}
        resize="vertical"
        maxLength={2000}
        {...inputProps('description')}
      />
      <NumberInput
        label={t`Max capacity`}
        description={capacityHelp ?? t`Leave empty for no limit.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDecimal={false}
        hideControls
        {...inputProps('maxCapacity')}
      />
    </SimpleGrid>
  )
}
