import type { ComponentProps } from 'react'
import classes from './columns.module.css'

/** A wider column and one beside it where there is room, else one below the other; `data-whole` on a part takes both. */
export const Columns = (props: ComponentProps<'div'>) => <div {...props} className={classes.columns} />
