import type { ComponentProps } from 'react'
import classes from './rows.module.css'

type Props = ComponentProps<'ul'> & {
  /** Adds a border, for use outside a card. */
  framed?: boolean
}

/** A list of rows separated by lines. In each row, the text takes the space that its buttons leave. */
export const Rows = ({ framed = false, ...props }: Props) => (
  <ul {...props} className={classes.rows} data-framed={framed || undefined} />
)
