import { NumberInput, Textarea, TextInput } from '@mantine/core'
import type { NumberField } from '@muster/domain/zone-form.ts'
import classes from './create-zone-dialog.module.css'

export type ZoneFacts = { name: string; description: string; maxCapacity: NumberField }

type Props = {
  value: ZoneFacts
  onChange: (changes: Partial<ZoneFacts>) => void
  capacityHelp?: string
}

/** What a zone is called, what it is for and how many it holds. */
export function ZoneFactsFields({ value, onChange, capacityHelp }: Props) {
  return (
    <div className={classes.facts}>
      <TextInput
        label="Zone name"
        required
        maxLength={120}
        autoComplete="off"
        data-autofocus
        value={value.name}
        onChange={event => onChange({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        rows={2}
        resize="vertical"
        maxLength={2000}
        value={value.description}
        onChange={event => onChange({ description: event.currentTarget.value })}
      />
      <NumberInput
        label="Max capacity"
        description={capacityHelp ?? 'Leave it empty for a zone without a limit.'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDecimal={false}
        hideControls
        value={value.maxCapacity ?? ''}
        onChange={maxCapacity => onChange({ maxCapacity })}
      />
    </div>
  )
}
