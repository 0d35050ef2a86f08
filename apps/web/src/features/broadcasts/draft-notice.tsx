import { Button } from '@mantine/core'
import classes from './broadcasts.module.css'

type Props = { file: string; onStartAgain: () => void }

/** Says that the form opened with what was written before. */
export function DraftNotice({ file, onStartAgain }: Props) {
  return (
    <div className={classes.draft} role="status">
      <div>
        <strong>Draft kept</strong>
        <p className={classes.quiet}>
          This is what you wrote before.{file && ` Choose the file “${file}” again.`}
        </p>
      </div>
      <Button variant="default" onClick={onStartAgain}>
        Start again
      </Button>
    </div>
  )
}
