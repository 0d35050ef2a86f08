import type { ComponentProps } from 'react'
import classes from './columns.module.css'

/** A wide and a narrow column if there is room, otherwise stacked; a part with `data-whole` spans both. */
export const Columns = (props: ComponentProps<'div'>) => <div {...props} className={classes.columns} />
