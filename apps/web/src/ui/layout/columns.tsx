import type { ComponentProps } from 'react'
import classes from './columns.module.css'

/** A wide and a narrow column side by side if there is room, otherwise stacked. A part with `data-whole` spans both. */
export const Columns = (props: ComponentProps<'div'>) => <div {...props} className={classes.columns} />
