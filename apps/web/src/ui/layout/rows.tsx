import type { ComponentProps } from 'react'
import classes from './rows.module.css'

type Props = ComponentProps<'ul'> & {
  /** Adds a frame where there is no card around it. */
  framed?: boolean
}

/** A list of rows separated by lines; in each, the text takes the space its buttons leave. */
export const Rows = ({ framed = false, ...props }: Props) => (
  <ul {...props} className={classes.rows} data-framed={framed || undefined} />
)
