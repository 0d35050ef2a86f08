import type { ComponentProps } from 'react'
import classes from './rows.module.css'

type Props = ComponentProps<'ul'> & {
  /** In a frame of its own, where no card is around it. */
  framed?: boolean
}

/** A list of rows with lines between them: in each, the words take what room its buttons leave. */
export const Rows = ({ framed = false, ...props }: Props) => (
  <ul {...props} className={classes.rows} data-framed={framed || undefined} />
)
