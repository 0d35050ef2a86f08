import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'
import classes from './copy-fields.module.css'

export type CopyField = {
  readonly label: string
  readonly text: string
  /** A more legible form for display. */
  readonly shown?: string
  /** The label of the copy button; defaults to "Copy" and the field's label. */
  readonly act?: string
}

/** Values that the person needs to enter elsewhere, each with its label and a copy button. */
export function CopyFields({ fields }: { fields: readonly CopyField[] }) {
  return (
    <Stack component="dl" gap="sm">
      {fields.map(({ label, text, shown = text, act = t`Copy ${label}` }) => (
        <div key={label} className={classes.field}>
          <dt>{label}</dt>
          <dd>{shown}</dd>
          <dd>
            <CopyButton iconOnly text={text} label={act} />
          </dd>
        </div>
      ))}
    </Stack>
  )
}
