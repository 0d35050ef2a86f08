import { Button } from '@mantine/core'
import classes from './broadcasts.module.css'

type Props = { file: string; onDiscard: () => void }

/** Says that the form opened with what was written before. */
export function DraftNotice({ file, onDiscard }: Props) {
  return (
    <div className={classes.draft} role="status">
      <div>
        <strong>Draft restored</strong>
        <p className={classes.quiet}>
          Your unsent broadcast is back.{file && ` Choose the file “${file}” again.`}
        </p>
      </div>
      <Button variant="default" onClick={onDiscard}>
        Discard draft
      </Button>
    </div>
  )
}

/** Offers the draft of the chosen zone to somebody who brings text from elsewhere. */
export function OtherDraftNotice({ onOpen }: { onOpen: () => void }) {
  return (
    <div className={classes.draft} role="status">
      <div>
        <strong>This zone has another draft</strong>
        <p className={classes.quiet}>It stays until you open it. What you wrote now stays too.</p>
      </div>
      <Button variant="default" onClick={onOpen}>
        Open that draft
      </Button>
    </div>
  )
}
