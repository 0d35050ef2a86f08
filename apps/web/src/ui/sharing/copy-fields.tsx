import { CopyButton } from './copy-button.tsx'
import classes from './copy-fields.module.css'

export type CopyField = {
  readonly label: string
  /** The text for the clipboard. */
  readonly text: string
  /** How it is shown, where that is easier to read. */
  readonly shown?: string
  /** The act, where it is another one than "Copy " and the label. */
  readonly act?: string
}

/** Values to be typed elsewhere, by their names, each with a button that copies it. */
export function CopyFields({ fields }: { fields: readonly CopyField[] }) {
  return (
    <dl className={classes.fields}>
      {fields.map(({ label, text, shown = text, act = `Copy ${label}` }) => (
        <div key={label} className={classes.field}>
          <dt>{label}</dt>
          <dd>{shown}</dd>
          <dd>
            <CopyButton iconOnly text={text} label={act} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
